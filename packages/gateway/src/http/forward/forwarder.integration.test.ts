import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { constants, createBrotliCompress, createBrotliDecompress } from "node:zlib";
import { silentLogger } from "@footfall/shared/logger";
import { type RunningGateway, runGateway } from "@footfall/testing/gateway/running-gateway";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBackend } from "../../backend/backend.ts";
import { createForwardLimit } from "./forward-limit.ts";
import { createForwarder } from "./forwarder.ts";

let running: RunningGateway;
beforeAll(async () => {
	running = await runGateway();
});
afterAll(() => running.stop());

const undo: (() => unknown)[] = [];
afterEach(async () => {
	for (const step of undo.splice(0)) await step();
});

const ask = async (url: string, init: RequestInit = {}) => {
	const response = await fetch(url, init);
	const { code } = (await response.json()) as { code: string };
	return [response.status, code, response.headers.get("retry-after")];
};

/** A gateway whose backend handles each connection as instructed. */
const gatewayBefore = async (onConnection: (socket: net.Socket, nth: number) => void) => {
	let connections = 0;
	const server = net.createServer((socket) => {
		socket.on("error", () => undefined);
		onConnection(socket, ++connections);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const gateway = await runGateway({
		backend: { origin: `http://127.0.0.1:${port}` },
		snapshot: "none",
	});
	undo.push(
		() => gateway.stop(),
		() => server.close(),
	);
	return gateway;
};

describe("a backend that disconnects before any answer", () => {
	it("causes a retryable refusal for a read, and a failure for a change", async () => {
		const { url } = await gatewayBefore((socket) => socket.once("data", () => socket.destroy()));
		expect(await ask(`${url}/api/version`)).toEqual([503, "UNAVAILABLE", "5"]);
		expect(await ask(`${url}/api/version`, { method: "POST", body: "x" })).toEqual([
			502,
			"BAD_GATEWAY",
			null,
		]);
	});
});

describe("a backend that disconnects in the middle of an answer", () => {
	/** A gateway whose backend starts an answer, and disconnects on demand. */
	const gatewayBeforeBreak = async () => {
		const sockets: net.Socket[] = [];
		const { url } = await gatewayBefore((socket) => {
			sockets.push(socket);
			socket.once("data", () =>
				socket.write(
					"HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n5\r\na,b\r\n\r\n",
				),
			);
		});
		const breakOff = () => {
			for (const socket of sockets) socket.destroy();
		};
		return { url, breakOff };
	};

	it("never makes the client take a partial answer for a complete one", async () => {
		const { url, breakOff } = await gatewayBeforeBreak();
		const answer = await fetch(`${url}/api/file`);
		breakOff();
		await expect(answer.text()).rejects.toThrow("terminated");
	});

	it("resets a connection of HTTP/1.0, where its end would mean a complete answer", async () => {
		const { url, breakOff } = await gatewayBeforeBreak();
		const { hostname, port } = new URL(url);
		const socket = net.connect(Number(port), hostname);
		undo.push(() => socket.destroy());
		socket.write(`GET /api/file HTTP/1.0\r\nHost: ${hostname}\r\n\r\n`);
		await once(socket, "data");
		const closed = once(socket, "close");
		breakOff();
		await expect(closed).rejects.toMatchObject({ code: "ECONNRESET" });
	});
});

/** A forwarder with few slots, in front of a backend that answers with this. */
const forwarderBefore = async (
	answer: http.RequestListener,
	limits: Parameters<typeof createForwardLimit>[0],
) => {
	const listening = async (listener: http.RequestListener) => {
		const server = http.createServer(listener);
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		undo.push(() => server.close());
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	};
	const backend = openBackend({ origin: await listening(answer) });
	undo.push(() => backend.close());
	return listening(
		createForwarder({
			backend,
			isTrustedPeer: () => false,
			addressOf: ({ headers }) => String(headers["x-network"] ?? ""),
			log: silentLogger,
			limit: createForwardLimit(limits),
		}),
	);
};

describe("requests above the forwarding limit", () => {
	it("wait for those before them, and are asked to retry when too many wait", async () => {
		const held: http.ServerResponse[] = [];
		let most = 0;
		const url = await forwarderBefore(
			(_request, response) => {
				held.push(response);
				most = Math.max(most, held.length);
			},
			{ maxInFlight: 4, maxQueued: 8, maxPerNetwork: 4, maxWaitMs: 60_000 },
		);
		const answers = Array.from({ length: 12 }, () => ask(`${url}/api/version`));
		const refused = await Promise.race(answers);
		expect(refused).toEqual([503, "UNAVAILABLE", "5"]);
		const releasing = setInterval(() => held.shift()?.end('{"code":"answered"}'), 1);
		const statuses = (await Promise.all(answers)).map(([status]) => status);
		clearInterval(releasing);
		expect(statuses.filter((status) => status === 200)).toHaveLength(10);
		expect(statuses.filter((status) => status === 503)).toHaveLength(2);
		expect(most).toBeLessThanOrEqual(4);
	});

	it("do not wait for bodies that arrive byte by byte, or for streams that stay open", async () => {
		const url = await forwarderBefore(
			async (request, response) => {
				if (request.url === "/api/stream")
					return response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
				const body = Buffer.concat(await request.toArray()).toString();
				response.end(JSON.stringify({ code: body }));
			},
			{ maxInFlight: 2, maxQueued: 0 },
		);
		const port = Number(new URL(url).port);
		const slow = Array.from({ length: 20 }, () => {
			const socket = net.connect(port, "127.0.0.1");
			undo.push(() => socket.destroy());
			socket.write("POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nslo");
			return socket;
		});
		for (let nth = 0; nth < 5; nth++) {
			const stream = http.get(`${url}/api/stream`);
			undo.push(() => stream.destroy());
			stream.on("error", () => undefined);
			await once(stream, "response");
		}
		expect(await ask(`${url}/api/sign-in`, { method: "POST", body: "quick" })).toEqual([
			200,
			"quick",
			null,
		]);
		slow[0]?.write("w!");
		const [answer] = (await once(slow[0] as net.Socket, "data")) as [Buffer];
		expect(answer.toString()).toContain("200 OK");
	});

	it("carry bodies of every length completely", async () => {
		const url = await forwarderBefore(async (request, response) => {
			const body = Buffer.concat(await request.toArray());
			response.end(JSON.stringify({ code: `${body.length} ${/^x*$/.test(body.toString())}` }));
		}, {});
		for (const length of [1, 16_384, 16_385, 70_000, 1_000_000]) {
			const body = "x".repeat(length);
			const init = { method: "POST", body };
			expect(await ask(url, init)).toEqual([200, `${length} true`, null]);
			const stream = new Blob([body]).stream();
			expect(await ask(url, { ...init, body: stream, duplex: "half" } as RequestInit)).toEqual([
				200,
				`${length} true`,
				null,
			]);
		}
	});
});

describe("an answer that the backend compresses line by line", () => {
	it("passes through unchanged, each line as soon as it arrives", async () => {
		let end = () => {};
		running.backend.answer = (request, response) => {
			response.writeHead(200, {
				"Content-Type": "application/x-ndjson",
				"Content-Encoding": "br",
				Vary: "Origin, Accept-Encoding",
				"X-Accepted": String(request.headers["accept-encoding"]),
			});
			const encoder = createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH });
			encoder.pipe(response);
			encoder.write("1\n");
			end = () => encoder.end("2\n");
		};
		const asked = http.request(`${running.url}/api/sites/1/reports`, {
			method: "POST",
			headers: { "accept-encoding": "br" },
		});
		asked.end("{}");
		const [answer] = (await once(asked, "response")) as [http.IncomingMessage];
		const { headers } = answer;
		expect([headers["content-encoding"], headers["x-accepted"]]).toEqual(["br", "br"]);
		expect(headers.vary).toContain("Accept-Encoding");
		const decoder = answer.pipe(createBrotliDecompress());
		const [first] = (await once(decoder, "data")) as [Buffer];
		expect(first.toString()).toBe("1\n");
		const second = once(decoder, "data");
		end();
		expect(String((await second)[0])).toBe("2\n");
		await once(decoder, "end");
	});
});

describe("a body that the backend does not want", () => {
	it("is read off the connection, so that its sender receives the answer", async () => {
		running.backend.answer = (_request, response) => {
			response.writeHead(413, { "Content-Type": "application/json" });
			response.end('{"code":"PAYLOAD_TOO_LARGE"}');
		};
		const megabyte = Buffer.alloc(1024 * 1024, "x");
		const socket = net.connect(running.port, "127.0.0.1");
		undo.push(() => socket.destroy());
		socket.write(
			`POST /api/imports HTTP/1.1\r\nHost: x\r\nContent-Length: ${megabyte.length * 32}\r\n\r\n`,
		);
		// Reads nothing until everything is written.
		for (let written = 0; written < 32; written++)
			await new Promise<void>((resolve, reject) =>
				socket.write(megabyte, (error) => (error ? reject(error) : resolve())),
			);
		const [reply] = (await once(socket, "data")) as [Buffer];
		expect(reply.toString()).toMatch(/^HTTP\/1\.1 413 .*PAYLOAD_TOO_LARGE/s);
	});
});

describe("a person in a browser", () => {
	const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

	it("gets a readable page on every path while the backend is unavailable", async () => {
		const { url } = await gatewayBefore((socket) => socket.once("data", () => socket.destroy()));
		for (const path of ["/", "/0123456789ab/pages?range=7d", "/welcome"]) {
			const response = await fetch(url + path, { headers: html });
			expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
			expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
			expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
			expect(await response.text()).toContain("<h1>Footfall is starting</h1>");
		}
		expect(await ask(`${url}/api/version`, { headers: html })).toEqual([503, "UNAVAILABLE", "5"]);
		expect(await ask(`${url}/assets/app.js`)).toEqual([503, "UNAVAILABLE", "5"]);
		expect(await ask(`${url}/`, { method: "POST", headers: html })).toEqual([
			502,
			"BAD_GATEWAY",
			null,
		]);
	});

	it("gets the backend's own page with its headers while it is available", async () => {
		running.backend.answer = ({ url }, response) => {
			response.writeHead(200, { "Content-Type": "text/html", "Content-Security-Policy": "x" });
			response.end(`<p>${url}</p>`);
		};
		const response = await fetch(`${running.url}/0123456789ab/ba9876543210?a=b`, { headers: html });
		expect([response.status, response.headers.get("content-security-policy")]).toEqual([200, "x"]);
		expect(await response.text()).toBe("<p>/0123456789ab/ba9876543210?a=b</p>");
	});
});

describe("a long-lived answer", () => {
	it("is forwarded message by message, and ends with its client", async () => {
		let write: (text: string) => void = () => {};
		let left: Promise<unknown> = Promise.resolve();
		running.backend.answer = (_request, response) => {
			response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
			write = (text) => void response.write(text);
			left = once(response, "close");
		};
		const client = http.get(`${running.url}/api/sites/1/live`);
		const [answer] = (await once(client, "response")) as [http.IncomingMessage];
		for (const text of ["event: one\n\n", "event: two\n\n"]) {
			write(text);
			const [chunk] = (await once(answer, "data")) as [Buffer];
			expect(chunk.toString()).toBe(text);
		}
		answer.on("error", () => undefined);
		client.destroy();
		await left;
	});
});
