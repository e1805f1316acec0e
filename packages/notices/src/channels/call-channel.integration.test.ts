import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { callChannel } from "./call-channel.ts";

const PERMITTED = { privateNetworks: true };
const PATH = "/services/T000/B000/a-secret-path";

const servers: http.Server[] = [];
const serve = async (listener: RequestListener): Promise<string> => {
	const server = http.createServer(listener).listen(0, "127.0.0.1");
	await once(server, "listening");
	servers.push(server);
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

const requestTo = (url: string) => ({ url, headers: {}, body: "{}", secrets: [url] });
const call = (url: string) => callChannel(requestTo(url), PERMITTED);
const answering = (status: number, headers: Record<string, string> = {}, body = "") =>
	serve((_request, response) => response.writeHead(status, headers).end(body));

describe("a call of a channel's server", () => {
	it.each([200, 202, 204])("is accepted with %d", async (status) =>
		expect(await call(await answering(status))).toEqual({
			isAccepted: true,
			isGone: false,
			retryAfterMs: undefined,
			answer: String(status),
		}),
	);

	it("posts the body", async () => {
		const seen: string[] = [];
		const url = await serve(async (request, response) => {
			for await (const chunk of request) seen.push(`${request.method} ${String(chunk)}`);
			response.end();
		});
		await call(url);
		expect(seen).toEqual(["POST {}"]);
	});

	it.each([
		[400, "400 no such field"],
		[401, "401 (it does not accept the token: enter it again) no such field"],
		[404, "404 (there is nothing at this address: check it) no such field"],
		[500, "500 no such field"],
	])("is refused with %d, and says why", async (status, answer) =>
		expect(await call(await answering(status, {}, "no such\n\u0000field"))).toMatchObject({
			...{ isAccepted: false, isGone: false, answer },
		}),
	);

	it("is told that nothing more is wanted by 410", async () =>
		expect(await call(await answering(410))).toMatchObject({ isAccepted: false, isGone: true }));

	it.each([
		["seconds", "30", 30_000],
		["seconds beyond six hours", "999999", 6 * 60 * 60 * 1000],
		["nonsense", "soon", undefined],
	])("hears when to come back: %s", async (_form, header, expected) => {
		const { retryAfterMs } = await call(await answering(429, { "retry-after": header }));
		expect(retryAfterMs).toBe(expected);
	});

	it("hears when to come back as a date", async () => {
		const header = new Date(Date.now() + 60_000).toUTCString();
		const { retryAfterMs = 0 } = await call(await answering(503, { "retry-after": header }));
		expect(retryAfterMs).toBeGreaterThan(50_000);
		expect(retryAfterMs).toBeLessThanOrEqual(60_000);
	});

	it("hears when to come back from Telegram's body", async () => {
		const url = await answering(429, {}, '{"ok":false,"parameters":{"retry_after":7}}');
		expect(await call(url)).toMatchObject({ retryAfterMs: 7000 });
	});

	it("hides the channel's secrets in what it shows, which has an end", async () => {
		const url = await serve((request, response) =>
			response.writeHead(400).end(`no ${request.url} ${"x".repeat(5000)}`),
		);
		const { answer } = await call(url + PATH);
		expect(answer).toMatch(/^400 no ••• x+…$/);
		expect(answer.length).toBeLessThan(520);
	});

	it("ends after 10 s without an answer", async () => {
		const timeout = new AbortController();
		const asked = vi.spyOn(AbortSignal, "timeout").mockReturnValue(timeout.signal);
		const url = await serve(() =>
			timeout.abort(new DOMException("The operation timed out", "TimeoutError")),
		);
		const { isAccepted, answer } = await call(url);
		expect(asked).toHaveBeenCalledWith(10_000);
		expect([isAccepted, answer]).toEqual([
			false,
			`${new URL(url).host}: it does not answer within 10 s`,
		]);
		asked.mockRestore();
	});

	it("reports a connection that breaks before the answer", async () => {
		const url = await serve((request) => request.socket.destroy());
		expect(await call(url)).toMatchObject({
			isAccepted: false,
			answer: `${new URL(url).host}: it broke the connection`,
		});
	});

	it("is accepted if the connection breaks after the status, so that it does not come twice", async () => {
		const url = await serve((_request, response) => {
			response.writeHead(200, { "content-length": "100" });
			response.write("ok", () => response.destroy());
		});
		expect(await call(url)).toMatchObject({ isAccepted: true });
	});

	it("reads at most 64 kB of an endless answer", async () => {
		const chunk = Buffer.alloc(16_384, "y");
		const url = await serve((_request, response) => {
			response.writeHead(200);
			const more = () => {
				while (response.writable && response.write(chunk));
			};
			response.on("drain", more);
			more();
		});
		expect(await call(url)).toMatchObject({ isAccepted: true });
	});
});

describe("a redirect of a channel's server", () => {
	it.each([301, 302, 307, 308])(
		"to the same host is followed with the body: %d",
		async (status) => {
			const seen: string[] = [];
			const url = await serve(async (request, response) => {
				let body = "";
				for await (const chunk of request) body += String(chunk);
				seen.push(`${request.method} ${request.url} ${body}`);
				if (request.url === "/a") response.writeHead(status, { location: "/b" }).end();
				else response.end();
			});
			expect(await call(`${url}/a`)).toMatchObject({ isAccepted: true });
			expect(seen).toEqual(["POST /a {}", "POST /b {}"]);
		},
	);

	it.each([
		["another host", "http://other.example.com/"],
		["a cloud's metadata", "http://169.254.169.254/latest/meta-data/"],
		["this machine by another name", "http://localhost:1/"],
		["another scheme", "file:///etc/passwd"],
		["nothing", "http://["],
	])("to %s is not followed", async (_title, location) => {
		const { isAccepted, answer } = await call(await answering(302, { location }));
		expect([isAccepted, answer]).toEqual([false, expect.stringContaining("to another server")]);
	});

	it("to another port is not followed", async () => {
		let calls = 0;
		const other = await serve((_request, response) => {
			calls += 1;
			response.end();
		});
		const { answer } = await call(await answering(307, { location: other }));
		expect([answer, calls]).toEqual([expect.stringContaining("to another port"), 0]);
	});

	it("without an end is left", async () =>
		expect(await call(await answering(302, { location: "/" }))).toMatchObject({
			isAccepted: false,
			answer: expect.stringContaining("again and again"),
		}));
});

describe("an address of a private network", () => {
	it.each([
		...["127.0.0.1", "2130706433", "0177.0.0.1", "0x7f.1", "127.1", "[::1]", "[::ffff:127.0.0.1]"],
		...["[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]", "169.254.169.254", "10.0.0.1", "192.168.0.1"],
		...["localhost", "0.0.0.0", "[fd00:ec2::254]", "[::127.0.0.1]"],
	])("is not called: %s", async (host) => {
		const outcome = await callChannel(requestTo(`http://${host}:9/`), { privateNetworks: false });
		expect(outcome).toMatchObject({
			isAccepted: false,
			answer: expect.stringContaining("DESTINATION_PRIVATE_NETWORKS"),
		});
	});
});
