import http, { type IncomingHttpHeaders } from "node:http";
import { Duplex } from "node:stream";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPlainRequest } from "./plain-request.ts";

interface Seen {
	method: string | undefined;
	path: string | undefined;
	headers: IncomingHttpHeaders;
	body: string;
}

/** Every request that Node's own server reads from these bytes. */
const readByNode = async (bytes: Buffer): Promise<Seen[]> => {
	const seen: Seen[] = [];
	const server = http.createServer((request, response) => {
		const { method, url: path, headers } = request;
		const read = { method, path, headers, body: "" };
		seen.push(read);
		request.on("data", (chunk: Buffer) => {
			read.body += chunk.toString("latin1");
		});
		request.on("end", () => response.end());
	});
	const connection = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
	server.emit("connection", connection);
	connection.push(bytes);
	await setImmediate();
	await setImmediate();
	connection.destroy();
	return seen;
};

const request = (lines: readonly string[], body = "{}") =>
	Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`, "latin1");

const LINE = "POST /api/track HTTP/1.1";
const PLAIN = ["Host: stats.example", "Content-Length: 2"];

describe("a plain request", () => {
	it("is read completely", () =>
		expect(
			readPlainRequest(request([LINE, ...PLAIN, "Connection: Keep-Alive", "ACCEPT-Language: en"])),
		).toEqual({
			path: "/api/track",
			headers: {
				host: "stats.example",
				"content-length": "2",
				connection: "Keep-Alive",
				"accept-language": "en",
			},
			body: Buffer.from("{}"),
		}));

	it("has its own values and no others, whatever came before it", () => {
		const chrome = ["Accept: a", "Authorization: Bearer key"];
		const firefox = ["Authorization: none", "Accept: b"];
		const read = [
			chrome,
			firefox,
			[],
			["Accept: c"],
			chrome,
			["Accept: d", "Authorization: e"],
		].map((lines) => readPlainRequest(request([LINE, ...PLAIN, ...lines]))?.headers);
		const plain = { host: "stats.example", "content-length": "2" };
		expect(read).toEqual([
			{ ...plain, accept: "a", authorization: "Bearer key" },
			{ ...plain, authorization: "none", accept: "b" },
			plain,
			{ ...plain, accept: "c" },
			{ ...plain, accept: "a", authorization: "Bearer key" },
			{ ...plain, accept: "d", authorization: "e" },
		]);
	});

	it.each([
		["another method", request(["GET /api/track HTTP/1.1", ...PLAIN])],
		["an older version", request(["POST /api/track HTTP/1.0", ...PLAIN])],
		["a missing host", request([LINE, "Content-Length: 2"])],
		["a missing length", request([LINE, "Host: x"])],
		["two lengths", request([LINE, ...PLAIN, "content-length: 2"])],
		["a signed length", request([LINE, "Host: x", "Content-Length: +2"])],
		["chunks", request([LINE, "Host: x", "Transfer-Encoding: chunked"], "0\r\n\r\n")],
		["chunks and a length", request([LINE, ...PLAIN, "Transfer-Encoding: chunked"])],
		["a repeated header", request([LINE, ...PLAIN, "Accept: a", "Accept: b"])],
		["a header named like an object property", request([LINE, ...PLAIN, "__proto__: x"])],
		["a request to close the connection", request([LINE, ...PLAIN, "Connection: close"])],
		["an expectation", request([LINE, ...PLAIN, "Expect: 100-continue"])],
		["an encoded body", request([LINE, ...PLAIN, "Content-Encoding: gzip"])],
		["a folded line", request([LINE, ...PLAIN, "Accept: a", " b"])],
		["a lone line feed", request([LINE, ...PLAIN, "Accept: a\nb"])],
		["a lone carriage return", request([LINE, ...PLAIN, "Accept: a\rb"])],
		["a zero byte", request([LINE, ...PLAIN, "Accept: a\0"])],
		["characters outside ASCII", request([LINE, ...PLAIN, "Accept: ä"])],
		["a space before the colon", request([LINE, ...PLAIN, "Accept : a"])],
		["spaces around a value", request([LINE, ...PLAIN, "Accept:  a"])],
		["half a body", request([LINE, "Host: x", "Content-Length: 9"])],
		["bytes after its body", request([LINE, ...PLAIN], "{}P")],
		["an endless head", request([LINE, ...PLAIN, `Accept: ${"a".repeat(9_000)}`])],
		["an unfinished head", Buffer.from(`${LINE}\r\nHost: x\r\n`)],
	])("cannot have %s", (_what, bytes) => expect(readPlainRequest(bytes)).toBeUndefined());

	it("is parsed exactly as by Node's own parser whenever it is accepted as plain", async () => {
		const name = fc.oneof(
			fc.constantFrom(
				"Accept",
				"ORIGIN",
				"content-length",
				"Host",
				"Connection",
				"X-Forwarded-For",
			),
			fc.string({ minLength: 1, maxLength: 12 }),
		);
		const value = fc.oneof(
			fc.constantFrom("2", "keep-alive", "close", "https://shop.example", ""),
			fc.string({ maxLength: 20 }),
			fc.string({ unit: "binary", maxLength: 8 }),
		);
		const separator = fc.constantFrom(": ", ": ", ": ", ":", " : ", ":  ");
		const line = fc.tuple(name, separator, value).map((parts) => parts.join(""));
		const path = fc.constantFrom("/api/track", "/api/track", "/api/track?a=b", "/a b", "*", "");
		const bytes = fc
			.record({
				path,
				lines: fc.array(line, { maxLength: 2 }),
				body: fc.constantFrom("{}", "{}", "", "{}\r\n", "{} GET / HTTP/1.1\r\n\r\n"),
				flip: fc.option(fc.tuple(fc.nat(200), fc.nat(255)), { freq: 1 }),
			})
			.map(({ path, lines, body, flip }) => {
				const made = request([`POST ${path} HTTP/1.1`, ...PLAIN, ...lines], body);
				if (flip !== null && flip[0] < made.length) made[flip[0]] = flip[1];
				return made;
			});
		let plain = 0;
		await fc.assert(
			fc.asyncProperty(bytes, async (made) => {
				const found = readPlainRequest(made);
				if (found === undefined) return;
				plain++;
				const { path, headers, body } = found;
				expect(await readByNode(made)).toEqual([
					{ method: "POST", path, headers, body: body.toString("latin1") },
				]);
			}),
			{ numRuns: 3_000 },
		);
		expect(plain).toBeGreaterThan(100);
	});
});
