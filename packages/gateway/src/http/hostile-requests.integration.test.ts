import { once } from "node:events";
import net from "node:net";
import { type RunningGateway, runGateway } from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ORIGIN = "https://shop.example";

let running: RunningGateway;
beforeAll(async () => {
	running = await runGateway({ snapshot: snapshotWith([siteOf({ sessionReplay: true })]) });
	running.backend.answer = (request, response) => {
		response.writeHead(404, { "Content-Type": "application/json" });
		response.end(JSON.stringify({ saw: request.url, host: request.headers.host }));
	};
});
const open = new Set<net.Socket>();
afterAll(async () => {
	for (const socket of open) socket.destroy();
	await running.stop();
});

const connect = () => {
	const socket = net.connect(running.port, "127.0.0.1");
	open.add(socket);
	return socket;
};

interface Answer {
	status: number;
	headers: Record<string, string>;
	body: string;
}

const answerIn = (text: string): Answer => {
	const [head = "", body = ""] = text.split("\r\n\r\n", 2);
	const [first = "", ...lines] = head.split("\r\n");
	const headers = Object.fromEntries(
		lines.map((line) => {
			const colon = line.indexOf(":");
			return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
		}),
	);
	return { status: Number(first.split(" ")[1]), headers, body };
};

/** What a connection receives in answer to a request, until it is closed. */
const exchange = async (request: string): Promise<Answer> => {
	const socket = connect();
	let text = "";
	socket.on("data", (chunk) => {
		text += chunk.toString();
	});
	socket.write(request);
	await once(socket, "close");
	return answerIn(text);
};

const head = (method: string, target: string, ...headers: string[]) =>
	`${[`${method} ${target} HTTP/1.1`, "Host: stats.example", `Origin: ${ORIGIN}`, "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;

describe("TRACE and CONNECT", () => {
	it.each([
		["/api/track", "POST, OPTIONS"],
		["/api/sites/1/overview", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"],
		["/", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"],
	])("TRACE is refused with 405 on %s", async (path, allow) => {
		const { status, headers, body } = await exchange(head("TRACE", path, "Cookie: secret=1"));
		expect([status, headers["allow"], JSON.parse(body).code]).toEqual([
			405,
			allow,
			"METHOD_NOT_ALLOWED",
		]);
		expect(body).not.toContain("secret");
	});

	it("CONNECT, which asks for a proxy, is refused with 405", async () => {
		const { status, body } = await exchange(head("CONNECT", "example.com:443"));
		expect([status, JSON.parse(body).code]).toEqual([405, "METHOD_NOT_ALLOWED"]);
	});
});

describe("a full URL as the request target", () => {
	const body = JSON.stringify({ type: "pageview", site_id: "1" });
	const post = (target: string) =>
		head("POST", target, "Content-Type: text/plain", `Content-Length: ${body.length}`) + body;

	it("is handled as its path by the collecting routes", async () => {
		const { status, body: reply } = await exchange(post("http://stats.example/api/track"));
		expect([status, JSON.parse(reply)]).toEqual([200, { success: true }]);
	});

	it.each([
		["http://stats.example/api/health", "OK"],
		["HTTPS://stats.example:8443/api/health?x=1", "OK"],
	])("is handled as its path by the gateway's own routes: %s", async (target, expected) => {
		const { status, body: reply } = await exchange(head("GET", target));
		expect([status, reply]).toEqual([200, expected]);
	});

	it.each([
		["http://elsewhere.example/api/x?y=1", "/api/x?y=1"],
		["http://elsewhere.example", "/"],
		["http://elsewhere.example?y", "/?y"],
	])("is forwarded as its path, with its host: %s", async (target, path) => {
		const { body: reply } = await exchange(head("GET", target));
		const [json = ""] = /\{.*\}/.exec(reply) ?? [];
		expect(JSON.parse(json)).toEqual({ saw: path, host: "elsewhere.example" });
	});

	it.each([
		"http://x/internal",
		"http://x/internal/configuration",
		"http://x//internal/x",
		"http://x/%69nternal/x",
		"http://x/INTERNAL/x",
		"http://x/a/../internal/x",
		"http://x\\internal/x",
		"http:///internal/x",
		"http:/internal/x",
		"http://a@x/internal/x",
		"ftp://x/internal/x",
		"//x/../internal/x",
	])("does not reach the backend's internal routes: %s", async (target) => {
		const { status, body: reply } = await exchange(head("GET", target));
		expect([400, 404]).toContain(status);
		expect(reply).not.toContain("saw");
	});
});

describe("an error on a public path", () => {
	const collecting = {
		"access-control-allow-origin": ORIGIN,
		"access-control-allow-credentials": "true",
	};
	const anybody = { "access-control-allow-origin": "*" };
	const long = "x".repeat(20_000);
	const cases: [string, string, number, object][] = [
		["another method", head("GET", "/api/track"), 405, collecting],
		["TRACE", head("TRACE", "/api/identify"), 405, collecting],
		[
			"another method of the recorder",
			head("PUT", "/api/session-replay/record/1"),
			405,
			collecting,
		],
		[
			"no site",
			`${head("POST", "/api/track", "Content-Length: 34")}{"type":"pageview","site_id":"99"}`,
			404,
			collecting,
		],
		["invalid JSON", `${head("POST", "/api/track", "Content-Length: 1")}{`, 400, collecting],
		["too large", head("POST", "/api/track", "Content-Length: 99000000"), 413, collecting],
		[
			"too large to identify",
			head("POST", "/api/identify", "Content-Length: 99000000"),
			413,
			collecting,
		],
		[
			"too large to replay",
			head("POST", "/api/session-replay/record/1", "Content-Length: 99000000"),
			413,
			collecting,
		],
		[
			"an unknown encoding",
			`${head("POST", "/api/track", "Content-Encoding: rot13", "Content-Length: 2")}{}`,
			415,
			collecting,
		],
		["a body that stops", `${head("POST", "/api/track", "Content-Length: 9")}{`, 408, collecting],
		[
			"chunks that are none",
			`${head("POST", "/api/track", "Transfer-Encoding: chunked")}zz\r\n`,
			400,
			collecting,
		],
		[
			"an unknown tracking configuration",
			head("GET", "/api/site/tracking-config/99"),
			404,
			anybody,
		],
		["the same by its other name", head("GET", "/api/site/99/tracking-config"), 404, anybody],
		["a script that cannot be served", head("GET", "/api/script.js"), 503, anybody],
		["another method of a script", head("DELETE", "/api/script.js"), 404, anybody],
		[
			"flags that are not asked as they should be",
			head("GET", "/api/site/1/feature-flags/evaluate"),
			404,
			collecting,
		],
		["a pixel of no site", head("GET", "/api/pixel.gif?site_id=99"), 404, anybody],
		["a path that the backend refuses", head("GET", "/api/version"), 404, anybody],
		["a head that is too long", head("GET", `/api/pixel.gif?${long}`), 431, anybody],
		["bytes that are not HTTP", "nonsense\r\n\r\n", 400, anybody],
	];
	it.concurrent.each(cases)(
		"can be read by the page: %s",
		async (_what, request, status, expected) => {
			// Some of them are awaited, for up to ten seconds.
			const answer = await exchange(request);
			expect(answer.status).toBe(status);
			expect(answer.headers).toMatchObject(expected);
		},
	);

	it("is an error body even when no request could be read", async () => {
		const { headers, body } = await exchange("nonsense\r\n\r\n");
		expect(headers["content-type"]).toBe("application/json; charset=utf-8");
		expect(JSON.parse(body)).toEqual({
			error: expect.any(String),
			code: "INVALID_REQUEST",
			message: expect.any(String),
			resolution: expect.any(String),
		});
	});
});

describe("the older address of a tracking configuration", () => {
	it("gives the same answer as the current one", async () => {
		const [older, newer] = await Promise.all(
			["/api/site/0123456789ab/tracking-config", "/api/site/tracking-config/1"].map((path) =>
				exchange(head("GET", path)),
			),
		);
		expect(older?.status).toBe(200);
		expect(older?.body).toBe(newer?.body);
	});
});

describe("a body over the limit", () => {
	it.each([
		["/api/track", "Content-Length: 33554432"],
		["/api/identify", "Content-Length: 33554432"],
		["/api/session-replay/record/1", "Content-Length: 33554432"],
		["/api/track", "Transfer-Encoding: chunked"],
	])("is refused with a response that reaches the client: %s, %s", async (path, length) => {
		const socket = connect();
		const megabyte = Buffer.alloc(1024 * 1024, "x");
		const isChunked = length.startsWith("T");
		socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\n${length}\r\n\r\n`);
		// Reads nothing until everything is written.
		for (let written = 0; written < 32; written++) {
			if (isChunked) socket.write("100000\r\n");
			await new Promise<void>((resolve, reject) =>
				socket.write(megabyte, (error) => (error ? reject(error) : resolve())),
			);
			if (isChunked) socket.write("\r\n");
		}
		if (isChunked) socket.write("0\r\n\r\n");
		const [reply] = (await once(socket, "data")) as [Buffer];
		expect(answerIn(reply.toString())).toMatchObject({
			status: 413,
			headers: { "access-control-allow-origin": ORIGIN },
		});
	});
});
