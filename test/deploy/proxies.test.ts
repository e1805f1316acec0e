import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, get, type IncomingMessage } from "node:http";
import { Agent, request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { pause } from "@footfall/shared/waiting/pause";
import { missingProgram } from "@footfall/testing/deploy/programs";
import {
	CLIENT_ADDRESS,
	openThrough,
	type ProxiedRequest,
	requestThrough,
} from "@footfall/testing/deploy/request-through";
import {
	PROXY_NAMES,
	type ReverseProxy,
	startReverseProxy,
	startWebsiteServer,
	WEBSITE_SERVERS,
} from "@footfall/testing/deploy/reverse-proxies";
import { eventually } from "@footfall/testing/eventually";
import {
	createGatewayDirectory,
	type GatewayTier,
	startGatewayTier,
} from "@footfall/testing/gateway/gateway-tier";
import { browserHeaders } from "@footfall/testing/gateway/running-gateway";
import { freePorts } from "@footfall/testing/network/free-ports";
import { changeSettings } from "@footfall/testing/product/change-settings";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const directory = createTemporaryDirectory();
let product: Product;
beforeAll(async () => {
	// As in the docs, but with this machine's other address, from which the clients connect.
	product = await startProduct(directory.path, { TRUST_PROXY: "127.0.0.1" });
	await changeSettings(product, { sessionReplay: true, blockBots: false });
});
afterAll(async () => {
	await product?.stop();
	directory.remove();
});

const pageview = (changes: object = {}) => ({
	type: "pageview",
	site_id: product.siteId,
	pathname: "/",
	...changes,
});
const posted = (path: string, body: string | Uint8Array, headers = {}): ProxiedRequest => ({
	method: "POST",
	path,
	headers: { ...browserHeaders, ...headers },
	body,
});
const filler = (bytes: number) => "a text of a page ".repeat(Math.ceil(bytes / 17)).slice(0, bytes);

describe.each(PROXY_NAMES)("behind %s", (name) => {
	describeWithEngine("with its configuration", missingProgram(name), () => {
		let proxy: ReverseProxy;
		beforeAll(async () => {
			proxy = await startReverseProxy(name, new URL(product.url).host);
		});
		afterAll(() => proxy?.stop());

		const ask = (request: ProxiedRequest) => requestThrough(proxy, request);
		const authorization = () => ({ authorization: `Bearer ${product.apiKey}` });

		it("TLS ends at the proxy, which redirects plain requests to it", async () => {
			expect((await ask({ path: "/ready" })).status).toBe(200);
			if (proxy.plainPort === 0) return;
			const { statusCode, headers } = await new Promise<IncomingMessage>((resolve, reject) => {
				const where = { host: "127.0.0.1", port: proxy.plainPort, path: "/ready?x=1" };
				const request = get({ ...where, headers: { host: "stats.example.com" } }, resolve);
				request.on("error", reject);
			});
			expect([statusCode, headers.location]).toEqual([308, "https://stats.example.com/ready?x=1"]);
		});

		it("the client's address is forwarded, and a forged one is not", async () => {
			for (const forged of [{}, { "x-forwarded-for": "203.0.113.9" }]) {
				const path = `/api/sites/${product.siteId}/own-address`;
				const { body } = await ask({ path, headers: { ...authorization(), ...forged } });
				expect(JSON.parse(body.toString())).toMatchObject({ data: { address: CLIENT_ADDRESS } });
			}
		});

		it("script and events pass through a path of the website", async () => {
			const host = "www.example.com";
			const script = await ask({ host, path: "/stats/api/script.js" });
			expect([script.status, script.headers["content-type"]]).toEqual([
				200,
				expect.stringContaining("javascript"),
			]);
			const event = posted("/stats/api/track", JSON.stringify(pageview()));
			expect((await ask({ ...event, host })).status).toBe(200);
		});

		it("a live page's response arrives while it is still being sent", async () => {
			const path = `/api/sites/${product.siteId}/live`;
			const response = await openThrough(proxy, { path, headers: authorization() });
			let received = "";
			response.on("data", (chunk: Buffer) => {
				received += chunk.toString();
			});
			response.on("error", () => undefined);
			const says = (text: string) =>
				eventually(
					async () => received,
					(now) => now.includes(text),
				);
			await says("event: visitors");
			const marker = `/live-${name}`;
			await ask(posted("/api/track", JSON.stringify(pageview({ pathname: marker }))));
			await says(marker);
			expect(response.complete).toBe(false);
			response.destroy();
		});

		it("a beacon of 1 MB passes", async () => {
			const events = Array.from({ length: 300 }, (_none, index) =>
				pageview({
					pathname: `/${index}`,
					querystring: `?q=${filler(1_900)}`,
					page_title: filler(500),
					referrer: `https://example.org/${filler(800)}`,
				}),
			);
			const body = JSON.stringify(events);
			expect(Buffer.byteLength(body)).toBeGreaterThan(900_000);
			expect((await ask(posted("/api/track", body))).status).toBe(200);
		});

		it("compressed bodies and responses pass unchanged", async () => {
			const packed = gzipSync(JSON.stringify(pageview()));
			const event = posted("/api/track", packed, { "content-encoding": "gzip" });
			expect((await ask(event)).status).toBe(200);
			const script = await ask({ path: "/api/script.js", headers: { "accept-encoding": "br" } });
			expect(script.headers["content-encoding"]).toBe("br");
			expect(brotliDecompressSync(script.body).toString()).toContain("function");
			const page = await ask({ path: "/login", headers: { "accept-encoding": "gzip" } });
			expect(page.headers["content-encoding"]).toBe("gzip");
			expect(gunzipSync(page.body).toString()).toContain("<html");
		});

		it("a recording of 10 MB passes", async () => {
			const events = Array.from({ length: 100 }, (_none, index) => ({
				type: 3,
				timestamp: Date.now() + index,
				data: { text: filler(104_000) },
			}));
			const body = JSON.stringify({
				userId: "",
				metadata: { pageUrl: "https://shop.example/" },
				events,
			});
			expect(Buffer.byteLength(body)).toBeGreaterThan(10_000_000);
			const answer = await ask(posted(`/api/session-replay/record/${product.siteId}`, body));
			expect([answer.status, answer.body.toString()]).toEqual([200, '{"success":true}']);
		});
	});
});

/** The block of the guide that configures this server. */
const blockOfGuide = (language: string): string => {
	const page = new URL("../../docs/guides/own-domain.md", import.meta.url);
	const fenced = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``);
	const block = fenced.exec(readFileSync(page, "utf8"))?.[1];
	if (block === undefined) throw new Error(`The guide has no block for ${language}`);
	return block.replaceAll("YOUR_SITE_ID", product.siteId);
};

describe.each(
	WEBSITE_SERVERS.flatMap((website) => PROXY_NAMES.map((proxy) => ({ website, proxy }))),
)("a website's own $website in front of $proxy", ({ website, proxy: name }) => {
	describeWithEngine("as in the guide", missingProgram(website) ?? missingProgram(name), () => {
		let proxy: ReverseProxy;
		let server: ReverseProxy;
		beforeAll(async () => {
			proxy = await startReverseProxy(name, new URL(product.url).host);
			server = await startWebsiteServer(website, blockOfGuide(website), proxy);
		});
		afterAll(async () => {
			await server?.stop();
			await proxy?.stop();
		});
		const ask = (request: ProxiedRequest) =>
			requestThrough(server, { host: "www.example.com", ...request });

		it("forwards the script and the paths next to it, over TLS with the server's name", async () => {
			const script = await ask({ path: "/stats/x.js" });
			expect([script.status, script.headers["content-type"]]).toEqual([
				200,
				expect.stringContaining("javascript"),
			]);
			const settings = await ask({ path: `/stats/site/tracking-config/${product.siteId}` });
			expect(settings.status).toBe(200);
			const pixel = await ask({ path: `/stats/pixel.gif?site_id=${product.siteId}` });
			expect([pixel.status, pixel.headers["content-type"]]).toEqual([200, "image/gif"]);
			// Nothing else is forwarded: the website answers here.
			const other = await ask({ path: "/stats/version" });
			expect(other.body.toString()).not.toContain('"version"');
		});

		it("the visitor's address is forwarded, and a forged one is not", async () => {
			const marker = `/from-${website}-${name}`;
			const event = posted("/stats/track", JSON.stringify(pageview({ pathname: marker })));
			const direct = { ...event, path: "/api/track" };
			const forged = { ...event.headers, "x-forwarded-for": "203.0.113.9" };
			expect((await requestThrough(proxy, direct)).status).toBe(200);
			expect((await ask(event)).status).toBe(200);
			expect((await ask({ ...event, headers: forged })).status).toBe(200);
			// A visitor's id is derived from the address.
			const visitors = await eventually(
				async () => {
					const { data } = await product.get<{ data: { pathname: string; user_id: string }[] }>(
						`/api/sites/${product.siteId}/events`,
					);
					return data.filter(({ pathname }) => pathname === marker).map(({ user_id }) => user_id);
				},
				({ length }) => length === 3,
			);
			expect(new Set(visitors).size).toBe(1);
		});
	});
});

const SENDERS = 4;
const WORKERS = 2;

describe("a gateway that restarts", () => {
	const names = PROXY_NAMES.filter((name) => missingProgram(name) === undefined);
	const data = createGatewayDirectory();
	let tier: GatewayTier;
	let PORT: string;
	const proxies = new Map<string, ReverseProxy>();

	const startTier = () =>
		startGatewayTier(data.path, {
			workers: WORKERS,
			environment: { PORT, SECRET: "s".repeat(32) },
		});
	beforeAll(async () => {
		PORT = String((await freePorts(1))[0]);
		tier = await startTier();
		for (const name of names) proxies.set(name, await startReverseProxy(name, `127.0.0.1:${PORT}`));
	});
	afterAll(async () => {
		for (const proxy of proxies.values()) await proxy.stop();
		await tier?.stop();
		data.remove();
	});

	/** Sends events over keep-alive connections until stopped; resolves with the statuses of the replies. */
	const startLoad = (proxy: ReverseProxy) => {
		const agent = new Agent({ keepAlive: true, maxSockets: SENDERS });
		const statuses = new Map<number | string, number>();
		let isOver = false;
		const send = async () => {
			while (!isOver) {
				const page_id = randomUUID().replaceAll("-", "");
				const body = JSON.stringify({ type: "pageview", site_id: "1", pathname: "/", page_id });
				const status = await requestThrough(proxy, { ...posted("/api/track", body), agent }).then(
					(answer) => answer.status,
					(error: Error) => error.message,
				);
				statuses.set(status, (statuses.get(status) ?? 0) + 1);
			}
		};
		const sending = Array.from({ length: SENDERS }, send);
		return {
			answered: () => statuses.get(200) ?? 0,
			stop: async () => {
				isOver = true;
				await Promise.all(sending);
				agent.destroy();
				return statuses;
			},
		};
	};
	const more = (loads: ReturnType<typeof startLoad>[], count: number) => {
		const before = loads.map((load) => load.answered());
		return eventually(
			async () => loads.every((load, index) => load.answered() >= (before[index] ?? 0) + count),
			(isEnough) => isEnough,
		);
	};
	const loadsOf = (which: readonly string[]) =>
		[...proxies].filter(([name]) => which.includes(name)).map(([, proxy]) => startLoad(proxy));

	it("worker by worker fails no request behind any proxy", async () => {
		const loads = loadsOf(names);
		await more(loads, 20);
		const done = tier.says("Rolling restart finished");
		process.kill(tier.pid, "SIGHUP");
		await done;
		await more(loads, 20);
		for (const load of loads) expect([...(await load.stop()).keys()]).toEqual([200]);
	});

	it("as a whole fails no request behind HAProxy, and none that Caddy had not begun to send", async () => {
		const which = names.filter((name) => name !== "nginx");
		const loads = loadsOf(which);
		await more(loads, 20);
		expect(await tier.stop()).toBe(0);
		tier = await startTier();
		await more(loads, 20);
		for (const [index, load] of loads.entries()) {
			const statuses = await load.stop();
			if (which[index] === "haproxy") expect(statuses).toEqual(new Map([[200, expect.anything()]]));
			// Caddy sends a body only once. Each ending worker, and their parent, can cut a sender's connection.
			const { [502]: cut = 0, ...others } = Object.fromEntries(statuses);
			expect(Object.keys(others)).toEqual(["200"]);
			expect(cut).toBeLessThanOrEqual(SENDERS * (WORKERS + 1));
		}
	});
});

describeWithEngine("HAProxy", missingProgram("haproxy"), () => {
	it("sends an event again whose body came after its head, if the gateway closes the connection", async () => {
		const arrived: string[] = [];
		const gateway = createServer(async (request, response) => {
			let body = "";
			for await (const chunk of request) body += chunk;
			arrived.push(body);
			if (arrived.length === 2) request.socket.destroy();
			else response.end();
		});
		gateway.listen(0, "127.0.0.1");
		await once(gateway, "listening");
		const { port } = gateway.address() as AddressInfo;
		const proxy = await startReverseProxy("haproxy", `127.0.0.1:${port}`);
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		const host = "stats.example.com";
		/** As a phone's packets arrive: HAProxy has read the head by the time that the body is sent. */
		const send = async (body: string) => {
			const request = httpsRequest({
				...{ host: "127.0.0.1", port: proxy.port, servername: host, ca: proxy.certificate, agent },
				...{ method: "POST", path: "/api/track" },
				headers: { host, "content-length": body.length },
			});
			const answered = once(request, "response");
			request.flushHeaders();
			await pause(200);
			request.end(body);
			const [response] = (await answered) as [IncomingMessage];
			response.resume();
			await once(response, "end");
			return response.statusCode;
		};
		try {
			expect([await send("one"), await send("two")]).toEqual([200, 200]);
			expect(arrived).toEqual(["one", "two", "two"]);
		} finally {
			agent.destroy();
			await proxy.stop();
			gateway.close();
		}
	});
});
