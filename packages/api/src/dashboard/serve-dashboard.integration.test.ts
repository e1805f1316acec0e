import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { embeddedDatabase } from "@footfall/testing/api/databases";
import { startTestApi, type TestApi } from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const SCRIPT = "console.log('the dashboard');\n";
const INDEX = `<!doctype html>
<html><head lang="en"><base href="./old"><script type="module" src="./assets/app-1a2b.js"></script><link rel="preload" as="style" href="./assets/overview-3c4d.css" data-for="overview live"><link rel="modulepreload" href="./assets/live-5e6f.js" data-for="live"></head><body></body></html>`;

let directory: string;
let databases: Awaited<ReturnType<typeof embeddedDatabase.open>>;
let api: TestApi;
beforeAll(async () => {
	directory = mkdtempSync(join(tmpdir(), "footfall-dashboard-"));
	mkdirSync(join(directory, "assets"));
	writeFileSync(join(directory, "index.html"), INDEX);
	writeFileSync(join(directory, "player.html"), "<html><head></head></html>");
	writeFileSync(join(directory, "assets/app-1a2b.js"), SCRIPT);
	writeFileSync(join(directory, "assets/app-1a2b.js.br"), brotliCompressSync(SCRIPT));
	writeFileSync(join(directory, "assets/app-1a2b.js.gz"), gzipSync(SCRIPT));
	databases = await embeddedDatabase.open();
	api = await startTestApi(await databases.create(), {
		baseUrl: "https://example.com/stats",
		dashboardDirectory: directory,
	});
});
afterAll(async () => {
	await api.close();
	await databases.close();
	rmSync(directory, { recursive: true });
});

/** The response as sent: `fetch` decodes bodies and normalises paths. */
const get = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
	const sent = request(api.origin, { path, headers, method });
	sent.end();
	const answer = await new Promise<import("node:http").IncomingMessage>((resolve, reject) =>
		sent.once("response", resolve).once("error", reject),
	);
	return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
};

describe("a hashed file", () => {
	const path = "/assets/app-1a2b.js";
	it("may be cached for ever", async () => {
		const { status, headers, body } = await get(path);
		expect([status, body]).toEqual([200, SCRIPT]);
		expect(headers).toMatchObject({
			"cache-control": "public, max-age=31536000, immutable",
			"content-type": "text/javascript; charset=utf-8",
			"x-content-type-options": "nosniff",
			vary: "Origin, Accept-Encoding",
		});
	});

	it.each([
		["br, gzip", "br"],
		["gzip", "gzip"],
		["br;q=0, gzip", "gzip"],
		["identity", undefined],
	])("is served for %s as %s", async (accepted, encoding) => {
		const { headers } = await get(path, { "accept-encoding": accepted });
		expect(headers["content-encoding"]).toBe(encoding);
	});

	it("has no tag beside its name, and no body for HEAD", async () => {
		expect((await get(path)).headers.etag).toBeUndefined();
		expect(await get(path, {}, "HEAD")).toMatchObject({ status: 200, body: "" });
	});

	it.each([
		"/assets/app-0000.js",
		"/assets/app-1a2b.js.br",
		"/assets/../../package.json",
		"/assets/..%2f..%2fpackage.json",
		"/assets/%00",
		"/wp-login.php",
		"/.env",
	])("is not found at %s", async (path) => {
		const { status, headers, body } = await get(path);
		expect([status, JSON.parse(body).code]).toEqual([404, "NOT_FOUND"]);
		expect(headers["cache-control"]).toBe("no-store");
	});
});

describe("the page", () => {
	it.each(["/", "/index.html", "/welcome", "/account", "/0123456789ab/pages?range=7d", "/x/y"])(
		"is served at %s",
		async (path) => {
			const { status, headers, body } = await get(path);
			expect(status).toBe(200);
			expect(body).toContain('<head lang="en">\n\t\t<base href="/stats/">');
			expect(body).not.toContain("./old");
			expect(headers).toMatchObject({
				"content-type": "text/html; charset=utf-8",
				"cache-control": "no-cache",
				"referrer-policy": "same-origin",
			});
			expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
			const known = await get(path, { "if-none-match": String(headers.etag) });
			expect(known.status).toBe(304);
		},
	);

	it.each([
		["/0123456789ab/ba9876543210", ["overview-3c4d.css"]],
		["/0123456789ab/live", ["overview-3c4d.css", "live-5e6f.js"]],
		["/0123456789ab/pages", []],
		["/", []],
	])("preloads at %s the files of its page: %j", async (path, expected) => {
		const { body } = await get(path);
		const files = ["overview-3c4d.css", "live-5e6f.js"];
		expect(files.filter((file) => body.includes(file))).toEqual(expected);
		expect(body).not.toContain("data-for");
	});

	it("is compressed", async () =>
		expect((await get("/", { "accept-encoding": "br" })).headers["content-encoding"]).toBe("br"));

	it("of a private link is not cached, indexed or sent as a referrer", async () => {
		const { headers } = await get("/0123456789ab/ba9876543210/pages");
		expect(headers).toMatchObject({
			"referrer-policy": "no-referrer",
			"x-robots-tag": "noindex, nofollow",
			"cache-control": "no-store",
		});
	});

	it("for recordings has its own policy", async () => {
		const { headers } = await get("/player.html");
		expect(headers["content-security-policy"]).toContain("sandbox allow-same-origin");
	});

	it("may be framed where the site allows it", async () => {
		const owner = await api.signIn();
		const { id } = api.firstStart?.site ?? { id: "" };
		const policy = async (search: string) =>
			(await get(`/${id}${search}`)).headers["content-security-policy"];
		expect(await policy("?embed")).toContain("frame-ancestors 'none'");
		await api.ask(`/api/sites/${id}/config`, {
			method: "PUT",
			headers: { ...owner, origin: "https://example.com" },
			body: { embedEnabled: true, allowedOrigins: ["https://blog.example"] },
		});
		expect(await policy("?embed")).toMatch(/frame-ancestors 'self' localhost:\* blog\.example$/);
		expect(await policy("")).toContain("frame-ancestors 'none'");
	});
});

describe("other addresses", () => {
	it("tell robots to stay away, and serve an icon", async () => {
		expect((await get("/robots.txt")).body).toBe("User-agent: *\nDisallow: /\n");
		expect(await get("/favicon.ico")).toMatchObject({
			status: 200,
			headers: { "content-type": "image/x-icon" },
		});
	});

	it.each(["/api", "/api/nope", "/internal/nope", "/demo/nope"])(
		"are not found: %s",
		async (path) => {
			const { status, body } = await get(path);
			expect([status, JSON.parse(body).code]).toEqual([404, "API_ROUTE_NOT_FOUND"]);
		},
	);

	it("refuse writes", async () => {
		const { status, body } = await get("/", {}, "POST");
		expect([status, JSON.parse(body).code]).toEqual([404, "API_ROUTE_NOT_FOUND"]);
	});
});

describe("without a build", () => {
	it("explains how to build the dashboard", async () => {
		const other = await startTestApi(await databases.create(), {
			dashboardDirectory: join(directory, "nothing"),
		});
		const response = await fetch(`${other.origin}/`);
		expect([response.status, await response.text()]).toEqual([
			503,
			expect.stringContaining("npm run build"),
		]);
		await other.close();
	});
});
