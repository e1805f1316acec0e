import { readFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { chromium } from "@footfall/testing/browser/engines/chromium";
import { originalClients } from "@footfall/testing/browser/original-clients";
import { servePages } from "@footfall/testing/browser/page-server";
import { missingProgram } from "@footfall/testing/deploy/programs";
import { CLIENT_ADDRESS, requestThrough } from "@footfall/testing/deploy/request-through";
import {
	type ReverseProxy,
	startReverseProxy,
	startWebsiteServer,
} from "@footfall/testing/deploy/reverse-proxies";
import { eventually } from "@footfall/testing/eventually";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { freePorts } from "@footfall/testing/network/free-ports";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { afterAll, beforeAll, expect, it } from "vitest";

const shop = siteOf({
	// The tests' browser has no window.
	blockBots: false,
	trackIp: true,
	clientIds: [{ product: "plausible", id: "shop.example" }],
});

/** The block of the manual that mirrors Plausible's events. */
const blockOfManual = (): string => {
	const page = readFileSync(new URL("../../docs/shadow-mode.md", import.meta.url), "utf8");
	const block = /```nginx\n([\s\S]*?)```/.exec(page)?.[1];
	if (block === undefined) throw new Error("The manual has no block for nginx");
	return block;
};

interface Received {
	body: string;
	forwardedFor: string | undefined;
	host: string | undefined;
}

/** What the other product would be: it counts what it gets, and answers as Plausible does. */
const startOtherProduct = async (certificatePath: string) => {
	const received: Received[] = [];
	const server = createTlsServer(
		{
			cert: readFileSync(certificatePath),
			key: readFileSync(join(dirname(certificatePath), "key.pem")),
		},
		async (request, response) => {
			let body = "";
			for await (const chunk of request) body += chunk;
			const { "x-forwarded-for": forwardedFor, host } = request.headers;
			received.push({ body, forwardedFor: forwardedFor?.toString(), host });
			response.writeHead(202, { "access-control-allow-origin": "*" }).end("ok");
		},
	);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		port: (server.address() as AddressInfo).port,
		received,
		stop: () => {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
};

/** A server that accepts connections and never answers. */
const startSilentServer = async () => {
	const open = new Set<Socket>();
	const server = createServer((socket) => {
		open.add(socket);
		socket.on("error", () => undefined);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		port: (server.address() as AddressInfo).port,
		connections: () => open.size,
		stop: () => {
			for (const socket of open) socket.destroy();
			return new Promise((resolve) => server.close(resolve));
		},
	};
};

const eventOf = (path: string) => ({
	method: "POST",
	host: "www.example.com",
	path: "/api/event",
	headers: browserHeaders,
	body: JSON.stringify({ n: "pageview", u: `https://shop.example${path}`, d: "shop.example" }),
});

describeWithEngine("nginx that mirrors another product's events", missingProgram("nginx"), () => {
	let gateway: RunningGateway;
	let proxy: ReverseProxy;
	let other: Awaited<ReturnType<typeof startOtherProduct>>;
	let website: ReverseProxy;
	const websiteBefore = (next: Pick<ReverseProxy, "port" | "certificatePath">, block: string) =>
		startWebsiteServer("nginx", block, next, { "plausible.io": other.port });
	beforeAll(async () => {
		gateway = await runGateway({ snapshot: snapshotWith([shop]), trustProxy: ["127.0.0.1"] });
		proxy = await startReverseProxy("nginx", `127.0.0.1:${gateway.port}`);
		other = await startOtherProduct(proxy.certificatePath);
		website = await websiteBefore(proxy, blockOfManual());
	});
	afterAll(async () => {
		await website?.stop();
		await other?.stop();
		await proxy?.stop();
		await gateway?.stop();
	});

	it("sends the same event to both, with the visitor's address and user agent", async () => {
		const answer = await requestThrough(website, eventOf("/both?utm_source=mail"));
		expect([answer.status, answer.body.toString()]).toEqual([202, "ok"]);
		// That of the other product, not ours.
		expect(answer.headers["x-plausible-dropped"]).toBeUndefined();
		const [event, ...more] = await gateway.appended(1);
		expect(more).toEqual([]);
		expect(event).toMatchObject({
			...{ type: "pageview", hostname: "shop.example", pathname: "/both" },
			...{ querystring: "?utm_source=mail", ip: CLIENT_ADDRESS },
			...{ browser: "Chrome", operatingSystem: "Windows" },
		});
		expect(other.received.at(-1)).toEqual({
			body: eventOf("/both?utm_source=mail").body,
			forwardedFor: CLIENT_ADDRESS,
			host: "plausible.io",
		});
	});

	it("does not let a client make up its address", async () => {
		const event = eventOf("/forged");
		const headers = { ...event.headers, "x-forwarded-for": "203.0.113.9" };
		expect((await requestThrough(website, { ...event, headers })).status).toBe(202);
		expect((await gateway.appended(1))[0]).toMatchObject({
			pathname: "/forged",
			ip: CLIENT_ADDRESS,
		});
	});

	it("does not open the copy's own path to clients", async () => {
		const copy = await requestThrough(website, { ...eventOf("/x"), path: "/copy-for-footfall" });
		expect(copy.status).toBe(404);
	});

	it("answers as before while Footfall is down", async () => {
		const [port = 0] = await freePorts(1);
		const alone = await websiteBefore({ ...proxy, port }, blockOfManual());
		try {
			const answer = await requestThrough(alone, eventOf("/down"));
			expect([answer.status, answer.body.toString()]).toEqual([202, "ok"]);
			expect(other.received.at(-1)?.body).toContain("/down");
		} finally {
			await alone.stop();
		}
	});

	it("answers before Footfall does, however long that takes", async () => {
		const silent = await startSilentServer();
		// Longer than a client waits here: an answer that waited for the copy would never come.
		const block = blockOfManual().replaceAll(/(proxy_\w+_timeout) 1s/g, "$1 600s");
		expect(block.match(/600s/g)).toHaveLength(3);
		const slow = await websiteBefore({ ...proxy, port: silent.port }, block);
		try {
			for (const path of ["/slow", "/slow-again"]) {
				const answer = await requestThrough(slow, eventOf(path));
				expect([answer.status, answer.body.toString()]).toEqual([202, "ok"]);
			}
			await eventually(
				async () => silent.connections(),
				(count) => count === 2,
			);
		} finally {
			await silent.stop();
			await slow.stop();
		}
	});

	describeInChromium("for a page with Plausible's own tracker", () => {
		it("is counted by both", async () => {
			const browser = await chromium.launch();
			const clients = await originalClients();
			const pages = await servePages(gateway.url);
			pages.tag = `<script type="module">
				import { init } from ${JSON.stringify(clients.plausible)};
				init({
					domain: "shop.example",
					endpoint: "http://localhost:${website.plainPort}/api/event",
					captureOnLocalhost: true,
				});
			</script>`;
			try {
				await browser.open(`${pages.origin}/original-client.html`);
				const [event] = await gateway.appended(1);
				expect(event).toMatchObject({ type: "pageview", pathname: "/original-client.html" });
				await eventually(
					async () => other.received.map(({ body }) => body),
					(bodies) =>
						bodies.some(
							(body) => body.includes('"pageview"') && body.includes("/original-client.html"),
						),
				);
			} finally {
				await browser.close();
				await pages.close();
			}
		});
	});
});
