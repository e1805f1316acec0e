import { startWithEvents } from "@footfall/testing/api/start-with-events";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { callTool, sendToTools } from "@footfall/testing/api/tools";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

type Headers = Record<string, string>;

let stage: Awaited<ReturnType<typeof startWithEvents<PopulatedApi>>>;
let site: string;
beforeAll(async () => {
	stage = await startWithEvents(startPopulatedApi);
	site = stage.api.site.id;
});
afterAll(() => stage.close());

const send = async (headers: Headers, message: object) => {
	const response = await sendToTools(stage.api.origin, headers, message);
	return { response, body: (await response.json()) as Record<string, unknown> };
};
const call = (name: string, given: object = {}, headers: Headers = stage.api.as.ownerKey) =>
	callTool(stage.api.origin, headers, name, given);
const days = { start_date: "2026-01-01", end_date: "2026-01-31" };

describe("the endpoint for assistants", () => {
	it("asks for a key in the Authorization header, whatever else is sent", async () => {
		const { api } = stage;
		const key = api.as.ownerKey.authorization.replace("Bearer ", "");
		const ways: [string, Headers][] = [
			["/api/mcp", {}],
			["/api/mcp", api.as.owner],
			["/api/mcp", api.as.wrongKey],
			[`/api/mcp?api_key=${key}`, {}],
		];
		for (const [path, headers] of ways) {
			const answer = await api.ask(path, {
				headers,
				body: { jsonrpc: "2.0", id: 1, method: "ping" },
			});
			expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([
				401,
				'Bearer realm="Footfall", error="invalid_token", error_description="Send an API key"',
			]);
			expect(answer.body).toMatchObject({ code: "AUTHENTICATION_REQUIRED" });
		}
	});

	it("refuses pages of other origins, and admits its own and clients without an origin", async () => {
		const { origin } = stage.api;
		const statusOf = async (headers: Headers) =>
			(await send({ ...stage.api.as.ownerKey, ...headers }, { method: "ping" })).response.status;
		expect(await statusOf({ origin: "https://evil.example" })).toBe(403);
		expect(await statusOf({ origin: "null" })).toBe(403);
		expect(await statusOf({ origin })).toBe(200);
		expect(await statusOf({})).toBe(200);
	});

	it("answers each message alone: no sessions, streams or batches", async () => {
		const { api } = stage;
		const headers = { ...api.as.ownerKey, accept: "text/event-stream" };
		const [stream, end] = [
			await api.ask("/api/mcp", { headers }),
			await api.ask("/api/mcp", { headers, method: "DELETE" }),
		];
		expect([stream.status, stream.headers.get("allow"), end.status]).toEqual([405, "POST", 405]);
		for (const body of [[{ jsonrpc: "2.0", id: 1, method: "ping" }], { jsonrpc: "1.0" }]) {
			const refused = await api.ask("/api/mcp", { headers: api.as.ownerKey, body });
			expect([refused.status, refused.body]).toMatchObject([
				400,
				{ message: "Send one JSON-RPC 2.0 message a request, not a batch" },
			]);
		}
		const { response } = await send(api.as.ownerKey, {
			method: "initialize",
			params: {
				protocolVersion: "2025-06-18",
				capabilities: {},
				clientInfo: { name: "test", version: "1" },
			},
		});
		expect([response.status, response.headers.get("mcp-session-id")]).toEqual([200, null]);
	});

	it("answers what is no message of the protocol with an error of the protocol", async () => {
		const headers = stage.api.as.ownerKey;
		const version = { ...headers, "mcp-protocol-version": "1999-01-01" };
		const answers = [
			await send(version, { method: "ping" }),
			await send(headers, { method: "resources/list" }),
			await send(headers, { method: "tools/call", params: { name: "overveiw" } }),
		];
		expect(
			answers.map(({ response, body }) => [
				response.status,
				(body["error"] as { code: number }).code,
			]),
		).toEqual([
			[400, -32000],
			[200, -32601],
			[200, -32602],
		]);
		expect(answers[2]?.body["error"]).toMatchObject({
			message: expect.stringContaining("overview"),
		});
	});

	it("counts a call once against the limit of its key", async () => {
		const { api } = stage;
		const { headers, id } = await api.keyWith(null, "personal");
		const limited = await api.ask("/api/auth/api-key/update", {
			headers: api.as.owner,
			body: { keyId: id, rateLimitEnabled: true, rateLimitMax: 2, rateLimitTimeWindow: 600_000 },
		});
		expect(limited.status).toBe(200);
		const statuses: number[] = [];
		for (let nth = 0; nth < 3; nth++)
			statuses.push((await call("live_count", { site }, headers)).status);
		expect(statuses).toEqual([200, 200, 429]);
	});
});

describe("a tool", () => {
	it("says range, time zone and what its figures count", async () => {
		const given = { site, ...days, time_zone: "Europe/Berlin" };
		expect((await call("overview", given)).content).toEqual({
			asked_at: expect.any(String),
			range: {
				from: "2025-12-31T23:00:00.000Z",
				to: "2026-01-31T23:00:00.000Z",
				time_zone: "Europe/Berlin",
			},
			definitions: expect.objectContaining({ sessions: "Sessions that began in the range." }),
			data: expect.objectContaining({ sessions: 0 }),
		});
		const { content } = await call("query", { ...given, metrics: ["users"] });
		expect(content["meta"]).toMatchObject({
			time_zone: "Europe/Berlin",
			definitions: { users: expect.any(String) },
		});
	});

	it.each([
		["query", { metrics: ["vistors"] }, "vistors"],
		["query", { metrics: ["users"], dimesions: [] }, "dimensions"],
		["overview", { start_date: "yesterday" }, "Invalid start_date format"],
		["overview", { end_date: undefined }, "end_date is required"],
		["overview", { filters: "country=DE" }, "filters must be an array"],
		[
			"overview",
			{ filters: ["or", ["is", "country", ["DE"]], ["is", "browser", ["Safari"]]] },
			"query",
		],
		["breakdown", { parameter: ["country"] }, "parameter must be a text"],
		["analyze_funnel", { steps: [] }, "At least 2 steps"],
	])("%s refuses %j as a result that says what to change", async (name, given, says) => {
		const { status, content } = await call(name, { site, ...days, ...given });
		expect([status, content["code"]]).toEqual([400, "INVALID_REQUEST"]);
		expect(JSON.stringify(content)).toContain(says);
	});

	it("says the same as the API about an unknown site and a missing scope", async () => {
		const { api } = stage;
		const { headers } = await api.keyWith({ goals: ["read"] }, "personal");
		const query = new URLSearchParams(days);
		for (const [path, key] of [
			["99999", api.as.ownerKey],
			[site, headers],
		] as const) {
			const told = await api.ask(`/api/sites/${path}/overview?${query}`, { headers: key });
			const { status, content } = await call("overview", { site: path, ...days }, key);
			expect([status, content]).toEqual([told.status, told.body]);
		}
	});

	it("takes the filters of questions where all must hold", async () => {
		const filters = ["and", ["is", "country", ["DE"]], ["contains", "pathname", ["/a"]]];
		expect((await call("overview", { site, ...days, filters })).status).toBe(200);
	});

	it("lists the sites of a person and of an organization alike", async () => {
		const { api } = stage;
		const { headers } = await api.keyWith(null, "organization");
		const [own, ofOrganization] = [await call("list_sites"), await call("list_sites", {}, headers)];
		const mine = { siteId: 1, id: site, name: "My site", domain: "localhost", public: false };
		expect(own.content["sites"]).toContainEqual(mine);
		expect(ofOrganization.content["sites"]).toEqual(
			expect.arrayContaining(own.content["sites"] as object[]),
		);
	});

	it("writes as its route does, with an entry in the audit log", async () => {
		const { api } = stage;
		const { headers } = await api.keyWith({ annotations: ["write"] }, "personal");
		const note = { site, title: "Release 2", date: "2026-01-05" };
		const { status, content } = await call("create_annotation", note, headers);
		expect([status, content]).toMatchObject([200, { success: true }]);
		expect((await call("annotations", { site })).content["data"]).toMatchObject([
			{ title: "Release 2", date: "2026-01-05T00:00:00.000Z" },
		]);
		const log = await api.ask(`${api.organization}/audit-log`, { headers: api.as.owner });
		expect(JSON.stringify(log.body)).toContain(`/api/sites/${site}/annotations`);
		expect(
			(await call("create_goal", { site, goalType: "path", config: {} })).content,
		).toMatchObject({
			code: "INVALID_REQUEST",
			details: [{ path: "config.pathPattern", message: "A path goal needs a pathPattern" }],
		});
	});
});
