import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect as connectTcp, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openLiveClients, viewNow } from "@footfall/testing/api/live-clients";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import {
	INTERNAL_TOKEN,
	type PopulatedApi,
	startPopulatedApi,
} from "@footfall/testing/api/test-api";
import { type RunningGateway, runGateway } from "@footfall/testing/gateway/running-gateway";
import { type FaultyProxy, startFaultyProxy } from "@footfall/testing/network/faulty-proxy";
import { freePorts } from "@footfall/testing/network/free-ports";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

/** Fast enough for a test, slow enough to see events in between. */
const pace = { lookEveryMs: 50, heartbeatMs: 200, readmitMs: 200, lifeMs: 600_000 };

let api: PopulatedApi;
let store: Awaited<ReturnType<typeof startWithEvents<PopulatedApi>>>["store"];
let proxy: FaultyProxy;
let gateway: RunningGateway;
let path: string;
let close: () => Promise<void>;
beforeAll(async () => {
	const started = await startWithEvents(startPopulatedApi, { pace });
	({ api, store } = started);
	path = `/api/sites/${api.site.siteId}/live`;
	const [port = 0] = await freePorts(1);
	proxy = await startFaultyProxy(port, api.port);
	gateway = await runGateway({
		backend: { origin: `http://127.0.0.1:${port}` },
		internalToken: INTERNAL_TOKEN,
	});
	await publish(true);
	close = async () => {
		await gateway.stop();
		await proxy.close();
		await started.close();
	};
});
afterAll(() => close());

const clients = openLiveClients();
const undo: (() => unknown)[] = [];
afterEach(async () => {
	clients.close();
	for (const step of undo.splice(0)) await step();
	await expect.poll(() => api.liveStreams()).toBe(0);
});

const publish = async (isPublic: boolean) => {
	const { status } = await api.ask(`/api/sites/${api.site.siteId}/config`, {
		method: "PUT",
		headers: api.as.owner,
		body: { public: isPublic },
	});
	expect(status).toBe(200);
};

const connect = (headers: Record<string, string> = {}, search = "", method = "GET") =>
	clients.connect(gateway.url + path + search, headers, method);
/** Connects to a stream that must exist. */
const follow = async (headers?: Record<string, string>, search?: string) => {
	const stream = await connect(headers, search);
	expect([stream.status, stream.status === 200 ? "" : await stream.rest()]).toEqual([200, ""]);
	return stream;
};

const visit = (pathname: string, session: number) =>
	store.insert("events", ...viewNow(api.site.siteId, pathname, session, "anna@example.com"));

describe("live streams at the gateway", () => {
	it("receive what is stored, each as its permissions allow, over one connection to the backend", async () => {
		const streams = [];
		for (let count = 0; count < 20; count++) streams.push(await follow(api.as.member));
		const visitor = await follow();
		expect(visitor.headers).not.toHaveProperty("x-footfall-live-held");
		expect(visitor.headers).toMatchObject({
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-store, no-transform",
		});
		expect(await visitor.block()).toBe("retry: 3000");
		for (const stream of [...streams, visitor]) await stream.next("visitors");
		expect(api.liveStreams()).toBe(21);
		// Besides the feed, there are the requests for the configuration and those forwarded one by one.
		expect(proxy.connections()).toBeLessThan(6);
		await visit("/first", 1);
		for (const stream of streams) {
			const { id, data } = await stream.next("events");
			expect(data).toMatchObject({
				events: [{ pathname: "/first", identified_user_id: "anna@example.com" }],
			});
			expect(id).toBe((data["events"] as { timestamp: string }[])[0]?.timestamp);
		}
		const shown = JSON.stringify((await visitor.next("events")).data);
		expect(shown).toContain("/first");
		expect(shown).not.toContain("anna@example.com");
	});

	it("resume where a reconnecting client left off", async () => {
		await visit("/before", 2);
		const first = await follow(api.as.member, `?since_timestamp=${new Date(0).toISOString()}`);
		let pushed = await first.next("events");
		while (!JSON.stringify(pushed.data).includes("/before")) pushed = await first.next("events");
		first.leave();
		await visit("/meanwhile", 2);
		const again = await follow({ ...api.as.member, "last-event-id": pushed.id ?? "" });
		expect((await again.next("events")).data).toMatchObject({
			events: [{ pathname: "/meanwhile" }],
		});
	});

	it("have the same limits as those at the backend, and free a place when they are closed", async () => {
		const streams = [];
		for (let count = 0; count < 50; count++) streams.push(await follow(api.as.admin));
		const refused = await connect(api.as.admin);
		expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "30"]);
		expect((await connect(api.as.admin, "", "HEAD")).status).toBe(200);
		expect(api.liveStreams()).toBe(50);
		streams[0]?.leave();
		await expect.poll(async () => (await connect(api.as.admin)).status).toBe(200);
	});

	it("end when the session does", async () => {
		const { email } = await api.join("member", "leaver");
		const cookie = await api.signIn({ email, password: "correct horse" });
		await publish(false);
		undo.push(() => publish(true));
		const stream = await follow(cookie);
		await stream.next("visitors");
		await api.ask("/api/auth/sign-out", { method: "POST", headers: cookie });
		expect((await stream.next("end")).data).toMatchObject({ code: "AUTHENTICATION_REQUIRED" });
		await stream.over();
	});

	it("of visitors end when their site becomes private; all others continue", async () => {
		const [visitor, member] = [await follow(), await follow(api.as.member)];
		await visitor.next("visitors");
		await publish(false);
		undo.push(() => publish(true));
		expect((await visitor.next("end")).data).toMatchObject({ code: "AUTHENTICATION_REQUIRED" });
		await visitor.over();
		expect((await connect()).status).toBe(401);
		await visit("/private", 3);
		expect(JSON.stringify((await member.next("events")).data)).toContain("/private");
	});

	it("of visitors who come back continue once the site is public again", async () => {
		const before = await follow();
		await before.next("visitors");
		await publish(false);
		undo.push(() => publish(true));
		await before.next("end");
		await publish(true);
		const after = await follow();
		await after.next("visitors");
		await setTimeout(3 * pace.readmitMs);
		await visit("/public", 4);
		expect(JSON.stringify((await after.next("events")).data)).toContain("/public");
	});

	it("are not attached to a feed that the client itself names", async () => {
		const stream = await follow({ ...api.as.member, "x-footfall-live-feed": "guessed 1" });
		await stream.next("visitors");
		expect(api.liveStreams()).toBe(1);
	});

	it("leave their connection open for further requests when they end", async () => {
		const socket = connectTcp(gateway.port, "127.0.0.1");
		undo.push(() => socket.destroy());
		let heard = "";
		socket.on("data", (bytes) => {
			heard += bytes;
		});
		// With permissions that no other test's check has answered for.
		socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: a=b\r\n\r\n`);
		await expect.poll(() => heard).toContain("event: visitors");
		await publish(false);
		undo.push(() => publish(true));
		await expect.poll(() => heard).toContain("event: end");
		socket.write("GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n");
		await expect.poll(() => heard).toMatch(/\r\n0\r\n\r\nHTTP\/1\.1 200 OK.*\r\n\r\nOK$/s);
	});

	it("end when the connection to the backend breaks, and work again when it is back", async () => {
		const streams = [await follow(), await follow(api.as.member)];
		for (const stream of streams) await stream.next("visitors");
		await proxy.fail("resets");
		for (const stream of streams) {
			expect((await stream.next("end")).data).toMatchObject({ code: "RESTARTING" });
			await stream.over();
		}
		await expect.poll(() => api.liveStreams()).toBe(0);
		expect((await connect()).status).toBe(503);
		await proxy.fail(undefined);
		await expect.poll(async () => (await connect()).status).toBe(200);
	});
});

describe("a gateway that stops", () => {
	it("ends its live streams at once", async () => {
		const other = await runGateway({
			backend: { origin: api.origin },
			internalToken: INTERNAL_TOKEN,
		});
		const stream = await clients.connect(other.url + path);
		await stream.next("visitors");
		const stopped = other.stop();
		expect((await stream.next("end")).data).toMatchObject({ code: "RESTARTING" });
		await stopped;
	});
});

describe("a backend without feeds", () => {
	it("streams each answer itself", async () => {
		const answer: RequestListener = ({ headers }, response) => {
			response.writeHead(200, { "Content-Type": "text/event-stream" });
			response.write(`event: seen\ndata: ${JSON.stringify(Object.keys(headers))}\n\n`);
		};
		const server = createServer(answer).listen(0, "127.0.0.1");
		await once(server, "listening");
		undo.push(() => {
			server.closeAllConnections();
			server.close();
		});
		const { port } = server.address() as AddressInfo;
		const before = await runGateway({
			backend: { origin: `http://127.0.0.1:${port}` },
			snapshot: "none",
		});
		undo.push(() => before.stop());
		const stream = await clients.connect(before.url + path, { "x-footfall-live-feed": "a 1" });
		const { data } = await stream.next("seen");
		expect(data).toContain("x-forwarded-for");
		expect(data).not.toContain("x-footfall-live-feed");
	});
});

describe("the memory of a stream", () => {
	/** Heap and buffers, without garbage. */
	const usedBytes = () => {
		setFlagsFromString("--expose-gc");
		const collect = runInNewContext("gc") as () => void;
		collect();
		const { heapUsed, external } = process.memoryUsage();
		return heapUsed + external;
	};
	const STREAMS = 500;

	it("is small in gateway, api and client together", async () => {
		const fresh = await runGateway({
			backend: { origin: api.origin },
			internalToken: INTERNAL_TOKEN,
		});
		undo.push(() => fresh.stop());
		const sockets: Socket[] = [];
		undo.push(() => {
			for (const socket of sockets.splice(0)) socket.destroy();
		});
		const open = async (count: number) => {
			for (let nth = 0; nth < count; nth++) {
				const socket = connectTcp(fresh.port, "127.0.0.1");
				sockets.push(socket);
				socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
				const [head] = (await once(socket, "data")) as [Buffer];
				expect(head.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
				socket.resume();
			}
		};
		await open(100);
		const before = usedBytes();
		await open(STREAMS);
		expect(api.liveStreams()).toBe(100 + STREAMS);
		expect((usedBytes() - before) / STREAMS).toBeLessThan(30_000);
	});
});
