import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { answerCheck } from "@footfall/testing/api/check-answer";
import { embeddedDatabase } from "@footfall/testing/api/databases";
import {
	bearer,
	type PopulatedApi,
	startPopulatedApi,
	startTestApi,
} from "@footfall/testing/api/test-api";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ingestionOperations } from "./ingestion-operations.ts";

let engine: Awaited<ReturnType<typeof embeddedDatabase.open>>;
let api: PopulatedApi;
beforeAll(async () => {
	engine = await embeddedDatabase.open();
	api = await startPopulatedApi(await engine.create(), {
		corsOrigins: ["https://board.example"],
		store: {
			query: async () => {
				throw new Error("secret details of the machine");
			},
			insert: async () => {},
			command: async () => {},
		},
	});
});
afterAll(async () => {
	await api.close();
	await engine.close();
});

/** Sends a request that `fetch` cannot. */
const raw = (options: { method?: string; path: string }) =>
	new Promise<{ status: number; allow: string | undefined; body: unknown }>((resolve, reject) => {
		const { hostname, port } = new URL(api.origin);
		request({ hostname, port, ...options }, async (response) => {
			const text = Buffer.concat(await response.toArray()).toString();
			const { statusCode = 0, headers } = response;
			resolve({ status: statusCode, allow: headers.allow, body: JSON.parse(text) });
		})
			.on("error", reject)
			.end();
	});

describe("a request", () => {
	it("accepts an absolute URL as its target", async () => {
		const { status, body } = await raw({ path: `${api.origin}/api/version` });
		expect([status, body]).toEqual([200, (await api.ask("/api/version")).body]);
	});

	it("is never redirected back to itself", async () =>
		expect(await raw({ method: "TRACE", path: "/api/version" })).toMatchObject({
			status: 405,
			allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
			body: { code: "METHOD_NOT_ALLOWED" },
		}));
});

describe("every error", () => {
	const cases: [string, string, object, number, string][] = [
		["an unknown path", "/api/nope", {}, 404, "API_ROUTE_NOT_FOUND"],
		["an unknown path below a site", "/api/sites/1/nope", {}, 404, "API_ROUTE_NOT_FOUND"],
		["no credential", "/api/organizations", {}, 401, "AUTHENTICATION_REQUIRED"],
		["another method", "/api/version", { method: "DELETE" }, 405, "METHOD_NOT_ALLOWED"],
		["a body that is no JSON", "/api/user/api-keys", { body: "{" }, 400, "INVALID_REQUEST"],
		[
			"a body of more than 1 MB",
			"/api/user/api-keys",
			{ body: "x".repeat(1_100_000) },
			413,
			"PAYLOAD_TOO_LARGE",
		],
		[
			"an unknown encoding",
			"/api/user/api-keys",
			{ body: "{}", headers: { "content-encoding": "rot13" } },
			415,
			"UNSUPPORTED_MEDIA_TYPE",
		],
		["a path that is no URI", "/api/sites/%E0%A4%A", {}, 400, "INVALID_REQUEST"],
		["a broken machine", "/api/sites/1/has-data", {}, 500, "INTERNAL_ERROR"],
	];
	it.each(cases)("names the error and the fix: %s", async (_what, path, asked, status, code) => {
		const { headers = {} } = asked as { headers?: Record<string, string> };
		const isAnonymous = code === "AUTHENTICATION_REQUIRED";
		const answer = await api.ask(path, {
			...asked,
			headers: { ...(isAnonymous ? {} : api.as.ownerKey), ...headers },
		});
		expect(answer.status).toBe(status);
		expect(answer.body).toMatchObject({
			error: expect.stringMatching(/./),
			code,
			message: expect.stringMatching(/./),
			resolution: expect.stringMatching(/./),
		});
		expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
		expect(answer.headers.get("cache-control")).toBe("no-store");
		expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
	});

	it("names the path when no route matches", async () => {
		expect((await api.ask("/api/nope?a=b", { method: "PUT" })).body).toMatchObject({
			details: { method: "PUT", path: "/api/nope" },
		});
	});

	it("lists the allowed methods when the method is wrong", async () => {
		const { headers } = await api.ask("/api/sites/1", { method: "PATCH" });
		expect(headers.get("allow")).toBe("DELETE, GET, HEAD");
	});

	it("logs internal details under a request id, and returns only the id", async () => {
		const { body } = await api.ask("/api/sites/1/has-data", { headers: api.as.ownerKey });
		expect(JSON.stringify(body)).not.toContain("secret details");
		const { requestId } = body as { requestId: string };
		expect(api.logged).toContainEqual({
			message: "A request failed",
			fields: {
				err: expect.objectContaining({ message: "secret details of the machine" }),
				requestId,
				method: "GET",
				path: "/api/sites/1/has-data",
			},
		});
	});

	it("rejects a body that is too large once decompressed", async () => {
		const response = await fetch(`${api.origin}/api/user/api-keys`, {
			method: "POST",
			headers: { ...api.as.ownerKey, "content-encoding": "gzip" },
			body: gzipSync("x".repeat(20_000_000)),
		});
		expect(response.status).toBe(413);
	});
});

describe("pages of other origins", () => {
	const settings = () => `/api/sites/${api.site.siteId}/config`;
	const change = (headers: Record<string, string>) =>
		api.ask(settings(), {
			method: "PUT",
			headers: { ...api.as.owner, ...headers },
			body: { trackCopy: true },
		});

	it.each(["https://evil.example", "null", "http://127.0.0.1:1", "nonsense"])(
		"cannot write: %s",
		async (origin) => {
			const { status, body, headers } = await change({ origin });
			expect([status, body]).toEqual([
				403,
				expect.objectContaining({ error: "Origin not allowed" }),
			]);
			expect(headers.get("access-control-allow-origin")).toBe(null);
		},
	);

	it("cannot sign anyone in", async () => {
		const { status } = await api.ask("/api/auth/sign-in/email", {
			headers: { origin: "https://evil.example" },
			body: { email: "owner@example.com", password: "correct horse" },
		});
		expect(status).toBe(403);
	});

	it("cannot read private data", async () => {
		const { headers } = await api.ask("/api/organizations", {
			headers: { ...api.as.owner, origin: "https://evil.example" },
		});
		expect(headers.get("access-control-allow-origin")).toBe(null);
		expect(headers.get("vary")).toBe("Origin, Accept-Encoding");
	});

	it("may read public data without credentials", async () => {
		const { status, headers } = await api.ask("/api/version", {
			headers: { origin: "https://other.example" },
		});
		expect(status).toBe(200);
		expect(headers.get("access-control-allow-origin")).toBe("*");
		expect(headers.get("access-control-allow-credentials")).toBe(null);
	});

	it("may use the api with a key where the operator lists their origin, and never with a cookie", async () => {
		const origin = "https://board.example";
		const asked = { origin, "access-control-request-method": "GET" };
		const preflight = await api.ask(settings(), { method: "OPTIONS", headers: asked });
		expect(preflight.headers.get("access-control-allow-headers")).toContain("Authorization");
		const keyed = await api.ask("/api/organizations", { headers: { ...api.as.ownerKey, origin } });
		expect(keyed.status).toBe(200);
		expect(keyed.headers.get("access-control-allow-origin")).toBe(origin);
		expect(keyed.headers.get("access-control-allow-credentials")).toBe(null);
		expect((await change({ origin })).status).toBe(403);
		expect((await change({ ...api.as.owner, ...api.as.ownerKey, origin })).status).toBe(403);
		const body = { trackCopy: true };
		const headers = { ...api.as.ownerKey, origin };
		expect((await api.ask(settings(), { method: "PUT", headers, body })).status).toBe(200);
	});

	it("get no permission from a preflight", async () => {
		const { status, headers } = await api.ask(settings(), {
			method: "OPTIONS",
			headers: { origin: "https://evil.example", "access-control-request-method": "PUT" },
		});
		expect(status).toBe(204);
		expect(headers.get("access-control-allow-methods")).toBe(null);
	});
});

describe("pages of the product", () => {
	it("may write, and a preflight says so", async () => {
		const path = `/api/sites/${api.site.siteId}/config`;
		const origin = api.origin;
		const preflight = await api.ask(path, {
			method: "OPTIONS",
			headers: { origin, "access-control-request-method": "PUT" },
		});
		expect(Object.fromEntries(preflight.headers)).toMatchObject({
			"access-control-allow-origin": origin,
			"access-control-allow-credentials": "true",
			"access-control-allow-methods": "GET, POST, PUT, DELETE, OPTIONS, PATCH",
			"access-control-allow-headers":
				"Content-Type, Authorization, X-Requested-With, x-private-key",
		});
		const { status } = await api.ask(path, {
			method: "PUT",
			headers: { ...api.as.owner, origin },
			body: { trackCopy: true },
		});
		expect(status).toBe(200);
	});

	it("use the origin of the base URL if one is set", async () => {
		const other = await startPopulatedApi(await engine.create(), {
			baseUrl: "https://stats.example.com",
		});
		const write = async (origin: string) => {
			const { status } = await other.ask(`/api/sites/${other.site.siteId}/config`, {
				method: "PUT",
				headers: { ...other.as.owner, origin },
				body: { trackCopy: true },
			});
			return status;
		};
		expect(await write("https://stats.example.com")).toBe(200);
		expect(await write("http://stats.example.com")).toBe(403);
		expect(await write(other.origin)).toBe(403);
		await other.close();
	});
});

describe("the OpenAPI document", () => {
	interface Document {
		openapi: string;
		info: { version: string };
		paths: Record<
			string,
			Record<
				string,
				{
					operationId: string;
					tags: string[];
					security: object[];
					requestBody?: { content: Record<string, { schema: object }> };
				}
			>
		>;
		components: {
			securitySchemes: Record<string, object>;
			parameters: Record<string, { name: string }>;
		};
	}
	const documentOf = async () => (await api.ask("/api/openapi.json")).body as Document;

	it("is valid OpenAPI 3.1.1", async () => {
		const document = await documentOf();
		const { valid, errors } = await new Validator().validate({ ...document });
		expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
		expect([document.openapi, document.info.version]).toEqual(["3.1.1", "2.8.0-beta"]);
	});

	it("is built once and revalidated by its tag", async () => {
		const first = await api.ask("/api/openapi.json", {
			headers: { "accept-encoding": "identity" },
		});
		const etag = first.headers.get("etag") ?? "";
		expect([etag, first.headers.get("cache-control")]).toEqual([
			expect.stringMatching(/^"[\w-]+"$/),
			"no-cache",
		]);
		const again = await api.ask("/api/openapi.json", { headers: { "if-none-match": etag } });
		expect([again.status, again.body, again.headers.get("etag")]).toEqual([304, "", `W/${etag}`]);
		const other = await api.ask("/api/openapi.json", { headers: { "if-none-match": '"other"' } });
		expect(other.status).toBe(200);
	});

	it("names every operation once", async () => {
		const { paths } = await documentOf();
		const ids = Object.values(paths).flatMap((path) =>
			Object.values(path).map(({ operationId }) => operationId),
		);
		expect(ids).toEqual([...new Set(ids)]);
		expect(ids).toEqual(
			expect.arrayContaining([
				"postApiSitesSiteAnnotations",
				"getApiSitesSiteAnnotations",
				"putApiSitesSiteAnnotationsAnnotationId",
				"deleteApiSitesSiteAnnotationsAnnotationId",
				"postApiOrganizationsOrganizationIdApiKeys",
				"postApiUserApiKeys",
				"getApiAuthApiKeyList",
				"postApiAuthApiKeyUpdate",
				"postApiAuthApiKeyDelete",
				"getApiSitesSiteBotsAiSummary",
				"getApiSitesSiteBotsByDimension",
				"getApiSitesSiteBotsOverview",
				"getApiSitesSiteBotsTimeSeries",
				"getApiSitesSiteErrorsEvents",
				"getApiSitesSiteErrorsNames",
				"getApiSitesSiteErrorsTimeSeries",
				"getApiSitesSiteEventsCount",
				"postApiTrack",
				"postApiIdentify",
			]),
		);
	});

	it("describes the gateway's operations with the schemas that validate them", async () => {
		const { paths, ...document } = await documentOf();
		const collected = Object.entries(paths).flatMap(([path, methods]) =>
			Object.values(methods).some(({ tags }) => tags.includes("Ingestion")) ? [path] : [],
		);
		expect(collected).toEqual([
			"/api/track",
			"/api/identify",
			"/api/session-replay/record/{siteId}",
			"/api/pixel.gif",
			"/api/script.js",
			"/api/replay.js",
			"/api/script.json",
			"/api/site/tracking-config/{siteId}",
			"/api/site/{siteId}/tracking-config",
			"/api/site/{siteId}/feature-flags/evaluate",
		]);
		const ajv = new Ajv2020({ strict: false });
		addFormats.default(ajv);
		const { requestBody } = paths["/api/track"]?.["post"] ?? {};
		const { schema } = requestBody?.content["application/json"] ?? {};
		const accepts = ajv.compile({ ...document, ...schema });
		const view = { type: "pageview", site_id: "1", pathname: "/" };
		const answers = [view, [view], { events: [view], sent_at: 1 }, { ...view, site_id: 1 }, []].map(
			(body) => accepts(body),
		);
		expect(answers).toEqual([true, true, true, false, false]);
		expect(paths["/api/track"]?.["post"]?.security).toEqual([
			{ BearerAuth: [] },
			{ QueryApiKey: [] },
			{},
		]);
	});

	it("is checked against every answer: an undescribed answer fails the test", () => {
		const check = answerCheck({
			paths: {
				"/api/version": {
					get: {
						responses: {
							401: {},
							200: {
								content: {
									"application/json": {
										schema: {
											type: "object",
											properties: { version: { type: "string" } },
											required: ["version"],
										},
									},
								},
							},
						},
					},
				},
			},
			components: { schemas: { ApiError: { type: "object", required: ["error"] } } },
		});
		check("GET", "/api/version", 200, { version: "1" });
		expect(() => check("GET", "/api/version", 200, { version: 1 })).toThrow(
			"version must be string",
		);
		expect(() => check("GET", "/api/version", 201, { version: "1" })).toThrow("answered 201");
		expect(() => check("GET", "/api/version", 401, {})).toThrow("required property 'error'");
		expect(() => check("GET", "/api/version", 422, { error: "" })).toThrow("answered 422");
		expect(() => check("GET", "/api/nowhere", 200, {})).toThrow("/api/nowhere");
	});

	it("names the credentials that each operation accepts", async () => {
		const { paths, components } = await documentOf();
		const any = [{ BearerAuth: [] }, { QueryApiKey: [] }, { CookieSession: [] }];
		expect(Object.keys(components.securitySchemes)).toEqual([
			"BearerAuth",
			"QueryApiKey",
			"CookieSession",
		]);
		expect(paths["/api/version"]?.["get"]?.security).toEqual([]);
		expect(paths["/api/sites/{site}/config"]?.["put"]?.security).toEqual(any);
		expect(paths["/api/sites/{site}"]?.["get"]?.security).toEqual([...any, {}]);
		expect(paths["/api/auth/api-key/list"]?.["get"]?.security).toEqual([{ CookieSession: [] }]);
	});

	it("defines the parameters shared by all reports once", async () => {
		const { paths, components } = await documentOf();
		const names = Object.entries(components.parameters).map(([key, { name }]) => [key, name]);
		expect(Object.fromEntries(names)).toEqual({
			StartDate: "start_date",
			EndDate: "end_date",
			TimeZone: "time_zone",
			StartDatetime: "start_datetime",
			EndDatetime: "end_datetime",
			PastMinutesStart: "past_minutes_start",
			PastMinutesEnd: "past_minutes_end",
			WeekStart: "week_start",
			Filters: "filters",
			SegmentId: "segment_id",
		});
		expect(paths["/api/sites/{site}/overview"]?.["get"]).toMatchObject({
			parameters: expect.arrayContaining([{ $ref: "#/components/parameters/SegmentId" }]),
		});
	});

	it("describes only routes that exist", async () => {
		const { paths } = await documentOf();
		const ofGateway = ingestionOperations.map(({ path }) => path);
		const own = Object.entries(paths).filter(([path]) => !ofGateway.includes(path));
		for (const [path, methods] of own)
			for (const method of Object.keys(methods)) {
				const { body } = await api.ask(path.replaceAll(/\{\w+\}/g, "1"), {
					method: method.toUpperCase(),
					headers: bearer("no key of ours"),
					...(method === "get" ? {} : { body: {} }),
				});
				expect([path, body]).not.toEqual([
					path,
					expect.objectContaining({ code: "API_ROUTE_NOT_FOUND" }),
				]);
			}
	});
});

describe("the demo page", () => {
	it.each(["/demo", "/demo/pricing", "/demo/guide"])("is served at %s", async (path) => {
		const { status, body, headers } = await api.ask(path);
		expect(status).toBe(200);
		expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
		expect(headers.get("content-security-policy")).toContain("script-src 'self';");
		expect(body).toContain(`<script src="/api/script.js?siteId=${api.demoSite.id}" defer>`);
		expect(body).toContain('<a href="https://db-ip.com">IP Geolocation by DB-IP</a>');
		expect(String(body).match(/<script(?! src=)|<style| style=| on\w+=/g)).toBe(null);
	});

	it.each([
		["/demo/demo.css", "text/css; charset=utf-8"],
		["/demo/demo.js", "text/javascript; charset=utf-8"],
	])("has %s beside it", async (path, type) => {
		const { status, headers } = await api.ask(path);
		expect([status, headers.get("content-type")]).toEqual([200, type]);
	});
});

describe("an api on a socket file", () => {
	it("answers on it, for the file's owner only", async () => {
		const location = await engine.create();
		const socketPath = `${"directory" in location ? location.directory : ""}/api.sock`;
		const other = await startTestApi(location, { listen: { socketPath } });
		const status = await new Promise((resolve, reject) => {
			request({ socketPath, path: "/api/version" }, (response) => {
				response.resume();
				resolve(response.statusCode);
			})
				.on("error", reject)
				.end();
		});
		expect([status, other.port]).toEqual([200, 0]);
		await other.close();
	});
});
