import { once } from "node:events";
import { writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { join } from "node:path";
import { COMPATIBLE_PRODUCTS } from "@footfall/shared/products/compatible-products";
import { VERSION } from "@footfall/shared/version";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let running: RunningGateway;
beforeAll(async () => {
	running = await runGateway({ snapshot: snapshotWith([siteOf({ webVitals: true })]) });
});
afterAll(() => running.stop());

const get = async (path: string, headers: Record<string, string> = {}) => {
	const response = await fetch(running.url + path, { headers });
	return { status: response.status, headers: response.headers, text: await response.text() };
};

/** The raw answer to these bytes on a connection, until it is closed. */
const exchange = (port: number, bytes: string) =>
	new Promise<string>((resolve, reject) => {
		let answer = "";
		const socket = net.connect(port, "127.0.0.1", () => socket.write(bytes));
		socket.on("data", (chunk) => {
			answer += chunk.toString();
		});
		socket.on("close", () => resolve(answer));
		socket.on("error", reject);
	});

describe("the public paths", () => {
	it("return a site's settings to its tracker", async () => {
		const { status, headers, text } = await get("/api/site/tracking-config/0123456789ab");
		expect([status, headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
		expect(JSON.parse(text)).toEqual({
			type: "web",
			sessionReplay: false,
			webVitals: true,
			trackErrors: false,
			trackOutbound: true,
			trackUrlParams: true,
			trackUrlFragments: false,
			trackInitialPageView: true,
			trackSpaNavigation: true,
			trackButtonClicks: false,
			trackCopy: false,
			trackFormInteractions: false,
			trackDownloads: false,
			featureFlagsEnabled: false,
			largeProperties: false,
			errorHosts: [],
		});
	});

	it("return no settings for an unknown site", async () => {
		const { status, text } = await get("/api/site/tracking-config/99");
		expect([status, JSON.parse(text).error]).toEqual([404, "Site not found"]);
	});

	it("return no flags to older trackers", async () => {
		const response = await fetch(`${running.url}/api/site/1/feature-flags/evaluate`, {
			method: "POST",
			headers: { origin: "https://a.example" },
			body: "{}",
		});
		expect([
			response.status,
			await response.text(),
			response.headers.get("access-control-allow-origin"),
			response.headers.get("access-control-expose-headers"),
		]).toEqual([200, '{"flags":{}}', "https://a.example", "Retry-After"]);
	});

	it("report that the process is alive and that it can store", async () => {
		expect(await get("/api/health")).toMatchObject({ status: 200, text: "OK" });
		expect(JSON.parse((await get("/healthz")).text)).toEqual({
			...{ alive: true, role: "gateway", version: VERSION },
			oldestQueuedMs: expect.any(Number),
			geo: {
				city: ["ipv4", "ipv6"].map((kind) => ({
					name: `dbip-city-${kind}.mmdb`,
					builtAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
				})),
				asn: null,
				botAsn: "large hosting blocks only",
			},
		});
		const { status, text } = await get("/api/ready");
		expect([status, JSON.parse(text)]).toEqual([
			200,
			{
				ready: true,
				configuration: true,
				queue: true,
				store: true,
				loading: true,
				backend: expect.any(Boolean),
				reason: "",
				advice: "",
				oldestQueuedMs: expect.any(Number),
				spilling: false,
			},
		]);
	});

	it("report a damaged event store that several gateways share, and stay ready", async () => {
		const damage = { reason: "ten rows are missing – §", advice: "restore a backup" };
		running.backend.storeDamage = encodeURIComponent(JSON.stringify(damage));
		const ready = async () => {
			const { status, text } = await get("/ready");
			return [status, JSON.parse(text)];
		};
		await expect
			.poll(ready)
			.toEqual([200, expect.objectContaining({ ready: true, store: false, ...damage })]);
		expect(await running.metric("footfall_store_damaged")).toBe(1);
		delete running.backend.storeDamage;
		await expect
			.poll(ready)
			.toEqual([200, expect.objectContaining({ store: true, reason: "", advice: "" })]);
	});

	it("count a pageview by the pixel", async () => {
		const { "content-type": _type, origin: _origin, ...image } = browserHeaders;
		const { status, headers, text } = await get(
			"/api/pixel.gif?site_id=1&page_title=Hello&screenWidth=1920",
			{
				...image,
				"sec-fetch-mode": "no-cors",
				"x-forwarded-for": "81.2.69.142",
				referer: "https://shop.example/a/b?utm_source=bing",
			},
		);
		expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
			200,
			"image/gif",
			"no-store",
		]);
		expect([headers.get("content-length"), text.startsWith("GIF89a")]).toEqual(["43", true]);
		const [event] = await running.appended(1);
		expect(event).toMatchObject({
			type: "pageview",
			hostname: "shop.example",
			pathname: "/a/b",
			querystring: "?utm_source=bing",
			pageTitle: "Hello",
			language: "en-GB",
			screenWidth: 1920,
			country: "GB",
			channel: "Organic Search",
		});
		expect(event).not.toHaveProperty("bot");
	});

	it("send the image whatever the outcome of the view", async () =>
		expect(await get("/api/pixel.gif?site_id=99")).toMatchObject({ status: 404 }));

	it("have no script before the tracker is built", async () =>
		expect([(await get("/api/script.js")).status, (await get("/api/vitals.js")).status]).toEqual([
			503, 503,
		]));
});

describe("the script", () => {
	it("is served with its site's settings and revalidated by its ETag", async () => {
		const other = await runGateway({ trackerDirectory: running.dataDirectory });
		await other.stop();
		writeFileSync(join(running.dataDirectory, "script.js"), 'go(FOOTFALL_SETTINGS,new URL(".",e))');
		writeFileSync(
			join(running.dataDirectory, "script-core.js"),
			'core(FOOTFALL_SETTINGS,new URL(".",e))',
		);
		writeFileSync(join(running.dataDirectory, "script-health.js"), "health(FOOTFALL_SETTINGS)");
		writeFileSync(join(running.dataDirectory, "script-rybbit.js"), "both()");
		for (const product of COMPATIBLE_PRODUCTS)
			writeFileSync(join(running.dataDirectory, `script-${product}.js`), "go(FOOTFALL_SETTINGS)");
		writeFileSync(join(running.dataDirectory, "rare.js"), "hide()");
		writeFileSync(join(running.dataDirectory, "vitals.js"), "measure()");
		writeFileSync(join(running.dataDirectory, "replay.js"), "record()");
		const built = await runGateway({ trackerDirectory: running.dataDirectory });
		const ask = (path: string, headers = {}) => fetch(built.url + path, { headers });
		const first = await ask("/api/script.js?siteId=1");
		expect(await first.text()).toMatch(/^core\(\{"siteId":"0123456789ab"\},/);
		for (const name of ["site-id", "site_id"])
			expect(await (await ask(`/api/script.js?${name}=0123456789ab`)).text()).toMatch(/^core\(\{/);
		expect(await (await ask("/api/script.js")).text()).toBe("both()");
		const etag = first.headers.get("etag") ?? "";
		expect((await ask("/api/script.js?siteId=1", { "if-none-match": etag })).status).toBe(304);
		const unknown = await ask("/api/script.js?siteId=99");
		expect([unknown.status, unknown.headers.get("cache-control")]).toEqual([200, "no-store"]);
		const vitals = await ask("/api/vitals.js", { "accept-encoding": "br" });
		expect({
			text: await vitals.text(),
			encoding: vitals.headers.get("content-encoding"),
			origin: vitals.headers.get("access-control-allow-origin"),
			again: (await ask("/api/vitals.js", { "if-none-match": vitals.headers.get("etag") ?? "" }))
				.status,
		}).toEqual({ text: "measure()", encoding: "br", origin: "*", again: 304 });
		await built.stop();
	});
});

describe("the metrics", () => {
	const ask = async (url: string, headers: Record<string, string> = {}) =>
		(await fetch(`${url}/metrics`, { headers })).status;

	it("are open to this machine only, not to requests through its proxy", async () =>
		expect([
			await ask(running.url),
			await ask(running.url, { "x-forwarded-for": "81.2.69.142" }),
			await ask(running.url, { via: "1.1 proxy" }),
		]).toEqual([200, 404, 404]));

	it("are refused to pages whose name was resolved to this machine", async () => {
		const { port } = new URL(running.url);
		const statusFor = async (host: string) => {
			const request = http.get({ host: "127.0.0.1", port, path: "/metrics", headers: { host } });
			const [response] = (await once(request, "response")) as [http.IncomingMessage];
			response.resume();
			return response.statusCode;
		};
		expect([
			await statusFor(`localhost:${port}`),
			await statusFor("[::1]"),
			await statusFor(`evil.example:${port}`),
			await statusFor("127.0.0.1.evil.example"),
		]).toEqual([200, 200, 404, 404]);
	});

	it("are open to everybody with the token, and to nobody else, where there is one", async () => {
		const guarded = await runGateway({ metricsToken: "a long token" });
		expect([
			await ask(guarded.url),
			await ask(guarded.url, { authorization: "Bearer a long toke" }),
			await ask(guarded.url, {
				authorization: "Bearer a long token",
				"x-forwarded-for": "81.2.69.142",
			}),
		]).toEqual([404, 404, 200]);
		await guarded.stop();
	});
});

describe("a path that the gateway does not own", () => {
	it("is answered by the backend, which learns the client's address", async () => {
		running.backend.answer = (request, response) => {
			response.setHeader("X-Own", "yes");
			response.setHeader("Set-Cookie", ["a=1", "b=2"]);
			response.setHeader("Connection", "X-Hop");
			response.setHeader("X-Hop", "no");
			response.writeHead(418);
			request.pipe(response);
			response.write(JSON.stringify({ url: request.url, ...request.headers }));
		};
		const response = await fetch(`${running.url}/api/sites/1/config?a=%20b`, {
			method: "PUT",
			headers: { "x-forwarded-for": "6.6.6.6, 81.2.69.142", cookie: "session=1", "x-custom": "1" },
			body: "the body",
		});
		const text = await response.text();
		const seen = JSON.parse(text.slice(0, text.lastIndexOf("}") + 1));
		expect(text.endsWith("the body")).toBe(true);
		expect([
			response.status,
			response.headers.get("x-own"),
			response.headers.getSetCookie(),
			response.headers.get("x-hop"),
		]).toEqual([418, "yes", ["a=1", "b=2"], null]);
		expect(seen).toMatchObject({
			url: "/api/sites/1/config?a=%20b",
			host: `127.0.0.1:${running.port}`,
			cookie: "session=1",
			"x-custom": "1",
			"x-forwarded-for": "81.2.69.142",
			"x-forwarded-proto": "http",
			"x-forwarded-host": `127.0.0.1:${running.port}`,
		});
	});

	it("never reads or sets a cookie on a collecting path", async () => {
		running.backend.answer = (request, response) => {
			response.setHeader("Set-Cookie", "a=1");
			response.setHeader("Access-Control-Allow-Origin", "https://else.example");
			response.end(String(request.headers.cookie));
		};
		const response = await fetch(`${running.url}/api/session-replay/record/1`, {
			method: "POST",
			headers: { cookie: "session=1", origin: "https://a.example" },
			body: "{}",
		});
		expect([
			await response.text(),
			response.headers.get("set-cookie"),
			response.headers.get("access-control-allow-origin"),
		]).toEqual([
			'{"success":true,"message":"Session replay not enabled"}',
			null,
			"https://a.example",
		]);
	});

	it.each([
		"/internal/configuration",
		"/internal",
		"/Internal/x",
		"//internal/x",
		"/api/../internal/x",
		"/%69nternal/x",
		"/x/%2e%2e/internal/x",
		"http://127.0.0.1/internal/x",
	])("never reaches the backend's internal paths: %s", async (path) => {
		running.backend.answer = (_request, response) => response.end("reached");
		const answer = await exchange(
			running.port,
			`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
		);
		expect(answer).toMatch(/^HTTP\/1\.1 404 /);
		expect(answer).not.toContain("reached");
	});

	it("is answered with 502 when the backend disconnects, and the gateway continues", async () => {
		running.backend.answer = (request) => request.socket.destroy();
		const response = await fetch(`${running.url}/api/version`, { method: "POST", body: "x" });
		expect([response.status, (await response.json()).code]).toEqual([502, "BAD_GATEWAY"]);
		expect((await get("/api/health")).text).toBe("OK");
	});

	it("is abandoned when the client disconnects", async () => {
		const gone = new Promise<void>((resolve) => {
			running.backend.answer = (_request, response) => {
				response.on("close", resolve);
				response.write("begun");
			};
		});
		const leave = new AbortController();
		const response = await fetch(`${running.url}/api/long`, { signal: leave.signal });
		await response.body?.getReader().read();
		leave.abort();
		await gone;
		expect((await get("/api/health")).text).toBe("OK");
	});

	it("is answered with 503 and a hint while the backend is unavailable", async () => {
		const alone = await runGateway();
		await alone.backend.close();
		const response = await fetch(`${alone.url}/api/version`);
		const { code } = await response.json();
		expect([response.status, code, response.headers.get("retry-after")]).toEqual([
			503,
			"UNAVAILABLE",
			"5",
		]);
		await alone.stop();
	});
});

describe("a gateway without any configuration", () => {
	it("asks clients to retry and is not ready until it has one", async () => {
		const early = await runGateway({ snapshot: "not yet" });
		const ask = async (path: string, init?: RequestInit) => {
			const { status, headers } = await fetch(early.url + path, init);
			return [status, headers.get("retry-after")];
		};
		const view = {
			method: "POST",
			headers: browserHeaders,
			body: JSON.stringify({ type: "pageview", site_id: "1" }),
		};
		expect(await ask("/api/track", view)).toEqual([503, "5"]);
		expect(await ask("/api/pixel.gif?site_id=1")).toEqual([503, "5"]);
		expect(await ask("/api/site/tracking-config/1")).toEqual([503, "5"]);
		expect(await ask("/api/ready")).toEqual([503, "1"]);
		expect(await ask("/api/health")).toEqual([200, null]);
		early.backend.publish(snapshotWith());
		await early.gateway.ready;
		expect(await ask("/api/track", view)).toEqual([200, null]);
		expect(await ask("/api/ready")).toEqual([200, null]);
		await early.stop();
	});
});

describe("slow senders", () => {
	it("are disconnected: a body that stops after five seconds, and a header that never ends", async () => {
		const head = "POST /api/track HTTP/1.1\r\nHost: x\r\n";
		const [stalled, unfinished] = await Promise.all([
			exchange(running.port, `${head}Content-Length: 100\r\n\r\n{"type"`),
			exchange(running.port, head),
		]);
		expect(stalled).toMatch(/^HTTP\/1\.1 408 .*"code":"REQUEST_TIMEOUT"/s);
		// A silent client is disconnected without a reply, a slow one is told the reason.
		expect(unfinished).toMatch(/^(HTTP\/1\.1 408 .*)?$/s);
	});

	it("may disconnect in the middle", async () => {
		const request = http.request(`${running.url}/api/track`, {
			method: "POST",
			headers: { "content-length": "100" },
		});
		request.on("error", () => {});
		request.write("{");
		request.destroy();
		expect((await get("/api/health")).text).toBe("OK");
	});
});

describe("a gateway that closes", () => {
	it("answers requests in flight, then flushes the queue", async () => {
		const steps: string[] = [];
		let store = () => {};
		let begin = () => {};
		const began = new Promise<void>((resolve) => {
			begin = resolve;
		});
		const closing = await runGateway({
			producer: {
				append: () =>
					new Promise((resolve) => {
						store = resolve;
						begin();
					}),
				health: async () => ({
					canStore: true,
					reason: "",
					oldestAgeMs: 0,
					isSpilling: false,
					spilledRecords: 0,
				}),
				close: async () => void steps.push("flushed"),
			},
		});
		const reply = fetch(`${closing.url}/api/track`, {
			method: "POST",
			headers: browserHeaders,
			body: JSON.stringify({ type: "pageview", site_id: "1" }),
		}).then(({ status }) => steps.push(`answered ${status}`));
		await began;
		const closed = closing.stop();
		store();
		await Promise.all([reply, closed]);
		expect(steps).toEqual(["answered 200", "flushed"]);
	});
});
