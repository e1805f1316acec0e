import type { IncomingMessage } from "node:http";
import net from "node:net";
import { type RunningGateway, runGateway } from "@footfall/testing/gateway/running-gateway";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

let running: RunningGateway;
beforeAll(async () => {
	running = await runGateway();
});
afterAll(() => running.stop());

const open = new Set<net.Socket>();
afterEach(() => {
	for (const socket of open) socket.destroy();
	open.clear();
});

const connect = async () => {
	const socket = net.connect(running.port, "127.0.0.1");
	open.add(socket);
	await new Promise((resolve) => socket.once("connect", resolve));
	let heard = "";
	return {
		socket,
		/** All answers, once there are this many. */
		hears: async (answers: number) => {
			const all = () => [...heard.matchAll(/HTTP\/1\.1 \d+/g)].length >= answers;
			if (socket.listenerCount("data") === 0)
				socket.on("data", (chunk) => {
					heard += chunk.toString();
				});
			await vi.waitFor(() => expect(all()).toBe(true), { timeout: 20_000, interval: 5 });
			return heard;
		},
	};
};

const textOf = async (request: IncomingMessage) =>
	Buffer.concat(await request.toArray()).toString();

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = (path: string, body: string) =>
	`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const chunked = (path: string, body: string) =>
	`POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;

describe("requests that arrive before the last one is answered", () => {
	it("are forwarded one after the other, and answered in order", async () => {
		let underWay = 0;
		let most = 0;
		running.backend.answer = (request, response) => {
			most = Math.max(most, ++underWay);
			setImmediate(() => {
				underWay--;
				response.end(`<${request.url}>`);
			});
		};
		const { socket, hears } = await connect();
		const paths = Array.from({ length: 200 }, (_, number) => `/api/${number}`);
		socket.write(paths.map(get).join(""));
		const answers = await hears(paths.length);
		expect([...answers.matchAll(/<(.*?)>/g)].map(([, path]) => path)).toEqual(paths);
		expect(most).toBe(1);
	});

	it("are not read while the client does not read the answers", async () => {
		let asked = 0;
		const large = Buffer.alloc(2 * 1024 * 1024, "x");
		running.backend.answer = (_request, response) => {
			asked++;
			response.end(large);
		};
		const { socket, hears } = await connect();
		socket.write(get("/api/large").repeat(500));
		await vi.waitFor(() => expect(asked).toBeGreaterThan(0));
		let before = -1;
		// The buffers of both systems hold some megabytes: then the stream stalls.
		await vi.waitFor(
			() => {
				const isStill = asked === before;
				before = asked;
				expect(isStill).toBe(true);
			},
			{ timeout: 20_000, interval: 300 },
		);
		expect(asked).toBeLessThan(100);
		await hears(asked + 1);
		expect(asked).toBeGreaterThan(before);
	});

	it("are separated correctly wherever the input is split and whatever their bodies contain", async () => {
		running.backend.answer = async (request, response) => {
			response.end(`<${request.url} ${JSON.stringify(await textOf(request))}>`);
		};
		const body = fc.stringMatching(/^[\r\nx:]{0,12}$/);
		const request = fc.oneof(
			fc.record({ write: fc.constant((path: string) => get(path)), body: fc.constant("") }),
			body.map((text) => ({ write: (path: string) => post(path, text), body: text })),
			body
				.filter((text) => text !== "")
				.map((text) => ({ write: (path: string) => chunked(path, text), body: text })),
		);
		const cuts = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 12 });
		await fc.assert(
			fc.asyncProperty(
				fc.array(request, { minLength: 1, maxLength: 12 }),
				cuts,
				async (all, at) => {
					const { socket, hears } = await connect();
					socket.setNoDelay(true);
					const bytes = Buffer.from(all.map(({ write }, nth) => write(`/api/${nth}`)).join(""));
					let from = 0;
					for (let nth = 0; from < bytes.length; nth++) {
						const length = at[nth % at.length] ?? 1;
						socket.write(bytes.subarray(from, from + length));
						from += length;
						await new Promise((resolve) => setImmediate(resolve));
					}
					const answers = await hears(all.length);
					const seen = [...answers.matchAll(/<(\S+) (.*?)>/g)].map(([, path, text]) => [
						path,
						JSON.parse(text ?? ""),
					]);
					expect(seen).toEqual(all.map((each, nth) => [`/api/${nth}`, each.body]));
					socket.destroy();
				},
			),
			{ numRuns: 60 },
		);
	});

	it("alternate with those of other connections", async () => {
		const [many, one] = await Promise.all([connect(), connect()]);
		const answered = many.hears(2_000);
		let heard = 0;
		const heardBefore = new Promise<number>((resolve) =>
			one.socket.once("data", () => resolve(heard)),
		);
		many.socket.on("data", (chunk: Buffer) => {
			heard += chunk.toString().split("HTTP/1.1 200").length - 1;
		});
		many.socket.write(get("/api/health").repeat(2_000));
		one.socket.write(get("/api/health"));
		expect(await heardBefore).toBeLessThan(200);
		await answered;
	});

	it("may begin with a great many empty lines", async () => {
		running.backend.answer = (_request, response) => response.end("<end>");
		const { socket, hears } = await connect();
		socket.write("\r\n".repeat(20_000) + get("/api/x"));
		expect(await hears(1)).toContain("<end>");
	});
});
