import net from "node:net";
import type { ConfiguredSite } from "@footfall/shared/site";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

let running: RunningGateway;
beforeAll(async () => {
	const excluding: Partial<ConfiguredSite> = { excludedPaths: ["/ä*"] };
	running = await runGateway({ snapshot: snapshotWith([siteOf(excluding)]) });
});
afterAll(() => running.stop());

const open = new Set<net.Socket>();
afterEach(() => {
	for (const socket of open) socket.destroy();
	open.clear();
});

/** A connection that collects what it receives. */
const connect = (port = running.port) =>
	new Promise<{ socket: net.Socket; says(text: string): Promise<string> }>((resolve, reject) => {
		let heard = "";
		let look = () => {};
		const socket = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () =>
			resolve({
				socket,
				says: (text) =>
					new Promise((found) => {
						look = () => {
							if (!heard.includes(text)) return;
							found(heard);
							heard = "";
							look = () => {};
						};
						look();
					}),
			}),
		);
		open.add(socket);
		socket.on("error", reject);
		socket.on("data", (chunk) => {
			heard += chunk.toString();
			look();
		});
		socket.on("end", () => {
			heard += "[closed]";
			look();
		});
	});

const post = (path: string, body: string | object, headers: Record<string, string> = {}) => {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	const lines = Object.entries({
		host: "stats.example",
		...browserHeaders,
		"content-length": String(Buffer.byteLength(text)),
		...headers,
	}).map(([name, value]) => `${name}: ${value}`);
	return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${text}`);
};

/** Has no effect here, but no plain request contains it. */
const ASIDE = { te: "trailers" };
const pageview = { type: "pageview", site_id: "1", pathname: "/" };
const undated = (reply: string) => reply.replace(/^Date: .*$/m, "Date: now");

describe("a plain request on the fast path", () => {
	it.each<[string, string, string | object]>([
		["an event", "/api/track", pageview],
		["an event without a type", "/api/track", { ...pageview, type: "nöthing" }],
		["an event without a site", "/api/track", { ...pageview, site_id: "99" }],
		["an excluded event", "/api/track", { ...pageview, pathname: "/äö" }],
		["a batch", "/api/track", [pageview, { type: "ß" }, { ...pageview, pathname: "/äö" }]],
		["a body that is not JSON", "/api/track", "{"],
		["an identify", "/api/identify", { site_id: "1", user_id: "ü" }],
		["an identify without a user", "/api/identify", { site_id: "1" }],
	])("gets the same response as from Node's server: %s", async (_what, path, body) => {
		const [direct, byNode] = await Promise.all([connect(), connect()]);
		direct.socket.write(post(path, body));
		byNode.socket.write(post(path, body, ASIDE));
		expect(undated(await direct.says("}"))).toBe(undated(await byNode.says("}")));
	});

	it("may follow another one before that is answered", async () => {
		const { socket, says } = await connect();
		for (const round of [1, 2, 3]) {
			socket.write(post("/api/track", { ...pageview, id: `kept-${round}` }));
			expect(await says("success")).toMatch(/^HTTP\/1\.1 200 OK/);
		}
		socket.write(post("/api/track", pageview));
		socket.write(post("/api/track", "{"));
		socket.write(post("/api/track", { ...pageview, site_id: "99" }));
		const replies = await says("Site not found");
		expect([...replies.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
			"200",
			"400",
			"404",
		]);
	});

	it("may be followed by any other kind on the same connection, and occur again", async () => {
		const { socket, says } = await connect();
		socket.write(post("/api/track", pageview));
		await says('{"success":true}');
		const whole = post("/api/track", pageview);
		socket.write(whole.subarray(0, 40));
		await new Promise((resolve) => setImmediate(resolve));
		socket.write(whole.subarray(40));
		await says('{"success":true}');
		socket.write("GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n");
		await says("OK");
		const body = JSON.stringify(pageview);
		socket.write(
			`POST /api/track HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
		);
		await says('{"success":true}');
		socket.write(post("/api/track", pageview));
		expect(await says('{"success":true}')).toMatch(/^HTTP\/1\.1 200 OK/);
	});

	it("is answered although its sender has ended its side of the connection", async () => {
		const { socket, says } = await connect();
		socket.end(post("/api/track", pageview));
		expect(await says("[closed]")).toMatch(/^HTTP\/1\.1 200 OK.*\{"success":true\}\[closed\]$/s);
	});

	it("leaves no connection open when the gateway closes", async () => {
		const leaving = await runGateway();
		const { socket, says } = await connect(leaving.port);
		socket.write(post("/api/track", pageview));
		await says('{"success":true}');
		await leaving.stop();
		expect(await says("[closed]")).toBe("[closed]");
	});
});
