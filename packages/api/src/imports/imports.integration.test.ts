import { createHash } from "node:crypto";
import type { ImportedHit } from "@footfall/shared/imported-hit";
import type { QueuedEvent } from "@footfall/shared/queued-event";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import {
	INTERNAL_TOKEN,
	type PopulatedApi,
	startPopulatedApi,
} from "@footfall/testing/api/test-api";
import { eventually } from "@footfall/testing/eventually";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Site } from "../access/site.ts";

const hexOf = (text: string) => createHash("md5").update(text).digest("hex");

/** Sets the ids only, because the gateway derives channels and agents. */
const createBareEvents =
	(site: Site) =>
	(hit: ImportedHit): QueuedEvent => ({
		v: 1,
		id: `#${hexOf(JSON.stringify(hit))}`,
		site: site.siteId,
		receivedAt: hit.at,
		occurredAt: hit.at,
		type: hit.type,
		eventName: hit.eventName ?? "",
		properties: hit.properties ?? "{}",
		visitor: hexOf(hit.visitor ?? "").slice(0, 16),
		identifiedUser: "",
		hostname: "",
		pathname: hit.pathname ?? "",
		querystring: "",
		pageTitle: "",
		referrer: "",
		channel: "Direct",
		urlParameters: {},
		tag: "",
		featureFlags: {},
		browser: "",
		browserVersion: "",
		operatingSystem: "",
		operatingSystemVersion: "",
		deviceType: "",
		language: "",
		screenWidth: 0,
		screenHeight: 0,
		country: "",
		region: "",
		city: "",
		latitude: 0,
		longitude: 0,
		timezone: "",
		asn: 0,
		asnOrganization: "",
		pageId: "",
		sequence: -1,
	});

let api: PopulatedApi;
let close: () => Promise<void>;
let path: string;

beforeAll(async () => {
	const options = { importedEvents: createBareEvents };
	({ api, close } = await startWithEvents(startPopulatedApi, options));
	path = `/api/sites/${api.site.siteId}/imports`;
});
afterAll(() => close());

const ask = async (method: string, where: string, body?: unknown, headers = api.as.admin) => {
	const answer = await api.ask(`${path}${where}`, { method, headers, body });
	return [answer.status, answer.body];
};

interface Listed {
	importId: string;
	importedEvents: number;
	importedFigures: number;
	note: string | null;
	skippedEvents: number;
	invalidEvents: number;
	completedAt: string | null;
	skipped: Record<string, number>;
	invalid: Record<string, number>;
	state: string;
	invalidRows: Record<string, number[]>;
	failure: string | null;
}

const listed = async (importId: string): Promise<Listed | undefined> => {
	const [, body] = await ask("GET", "");
	return (body as { data: Listed[] }).data.find((one) => one.importId === importId);
};
const begin = async (platform = "plain") => {
	const [status, body] = await ask("POST", "", { platform });
	expect(status).toBe(200);
	return (body as { data: { importId: string } }).data.importId;
};
const send = (importId: string, events: unknown[], isLastBatch?: boolean) =>
	ask("POST", `/${importId}/events`, { events, ...(isLastBatch && { isLastBatch }) });
const completed = (importId: string) =>
	eventually(
		() => listed(importId),
		(found) => found?.completedAt !== null,
	);
const importAll = async (events: unknown[]) => {
	const importId = await begin();
	await send(importId, events, true);
	await completed(importId);
	return importId;
};

const view = (visitor: string, minute: number, url = "/") => ({
	timestamp: Date.UTC(2025, 2, 3, 9, minute),
	visitor,
	url,
});
const overview = async () => {
	const { body } = await api.ask(
		`/api/sites/${api.site.siteId}/overview?start_date=2025-03-01&end_date=2025-03-31`,
		{ headers: api.as.owner },
	);
	const { data } = body as { data: { sessions: number; pageviews: number; users: number } };
	return { sessions: data.sessions, pageviews: data.pageviews, users: data.users };
};

describe("an import over the api", () => {
	it("appears in reports once its last batch has arrived, however often each was sent", async () => {
		const [status, body] = await ask("POST", "", { platform: "plain" });
		const { importId } = (body as { data: { importId: string } }).data;
		const today = new Date().toISOString().slice(0, 10);
		expect([status, body]).toEqual([
			200,
			{
				data: {
					importId: expect.stringMatching(/^[0-9a-f-]{36}$/),
					allowedDateRange: { earliestAllowedDate: "2000-01-01", latestAllowedDate: today },
				},
			},
		]);
		const first = [view("a", 0), view("a", 5, "/pricing"), { timestamp: "soon", url: "/" }];
		expect(await send(importId, first)).toEqual([200, ""]);
		expect(await send(importId, first)).toEqual([200, ""]);
		expect(await overview()).toEqual({ sessions: 0, pageviews: 0, users: 0 });
		const last = [view("a", 10), view("b", 1), { ...view("b", 1), timestamp: 4e12 }];
		expect(await send(importId, last, true)).toEqual([200, ""]);
		expect(await completed(importId)).toEqual({
			importId,
			platform: "plain",
			importedEvents: 4,
			importedFigures: 0,
			note: null,
			skippedEvents: 1,
			invalidEvents: 1,
			startedAt: expect.any(String),
			completedAt: expect.any(String),
			skipped: { "later than today": 1 },
			invalid: { "timestamp is not a valid time: use ISO 8601 or a Unix time": 1 },
			definitions: {},
			failure: null,
			state: "done",
			invalidRows: { "timestamp is not a valid time: use ISO 8601 or a Unix time": [3] },
			...{ noted: {}, source: null, waiting: null },
		});
		expect(await overview()).toEqual({ sessions: 2, pageviews: 4, users: 2 });
		expect(await send(importId, [view("c", 1)])).toEqual([
			409,
			expect.objectContaining({ error: "The import already has all its rows" }),
		]);

		const again = await importAll([...first, ...last.slice(0, 2)]);
		expect(await listed(again)).toMatchObject({
			importedEvents: 0,
			skipped: { "stored already": 4 },
		});
		expect(await ask("DELETE", `/${importId}`)).toEqual([200, ""]);
		expect([await listed(importId), await overview()]).toEqual([
			undefined,
			{ sessions: 0, pageviews: 0, users: 0 },
		]);
	});

	it("is the only one of its organization while it runs, and cannot be deleted while it runs", async () => {
		const importId = await begin();
		expect(await ask("POST", "", { platform: "umami" })).toEqual([
			429,
			expect.objectContaining({ error: "Only 1 concurrent import allowed per organization" }),
		]);
		expect(await ask("DELETE", `/${importId}`)).toEqual([
			400,
			expect.objectContaining({ error: "Cannot delete active import" }),
		]);
		expect(await send(importId, [], true)).toEqual([200, ""]);
		await completed(importId);
		expect((await ask("DELETE", `/${importId}`))[0]).toBe(200);
	});

	it("can be cancelled while receiving rows, which deletes these and lets another one start", async () => {
		const importId = await begin();
		await send(importId, [view("cancelled", 1)]);
		expect(await ask("POST", `/${importId}/cancel`)).toEqual([200, ""]);
		expect(await listed(importId)).toMatchObject({
			state: "failed",
			failure: "It was cancelled",
			importedEvents: 0,
			completedAt: expect.any(String),
		});
		for (const again of [
			await send(importId, [view("cancelled", 2)]),
			await ask("POST", `/${importId}/cancel`),
		])
			expect(again).toEqual([409, expect.objectContaining({ error: "It was cancelled" })]);
		const next = await begin();
		expect((await ask("POST", `/${next}/cancel`))[0]).toBe(200);
		expect((await ask("DELETE", `/${importId}`))[0]).toBe(200);
	});

	it("lists the first unreadable rows, counted from 1 across all batches", async () => {
		const reason = "timestamp is not a valid time: use ISO 8601 or a Unix time";
		const importId = await begin();
		const bad = { timestamp: "yesterday", url: "/" };
		await send(importId, [view("named", 1), bad]);
		await send(
			importId,
			[bad, view("named", 2), ...Array(9).fill({ ...bad, url: "/other" })],
			true,
		);
		expect(await completed(importId)).toMatchObject({
			state: "done",
			invalid: { [reason]: 11 },
			invalidRows: { [reason]: [2, 3, 5, 6, 7] },
		});
		await ask("DELETE", `/${importId}`);
	});

	it.each([
		["rows", `{"events":[${"{},".repeat(20_000)}{}]}`],
		["values", `{"events":[{"a":[${"1,".repeat(1_000_001)}1]}]}`],
	])("refuses a batch with too many %s, and says what to do", async (_what, body) => {
		const importId = await begin();
		const [status, refusal] = await ask("POST", `/${importId}/events`, body);
		expect([status, refusal]).toEqual([
			413,
			expect.objectContaining({
				code: "PAYLOAD_TOO_LARGE",
				error: "A batch has at most 20000 rows and 1000000 values: send smaller batches",
			}),
		]);
		expect((await send(importId, Array(20_000).fill({}), true))[0]).toBe(200);
		expect(await completed(importId)).toMatchObject({ invalidEvents: 20_000 });
	});

	it("accepts batches larger than other bodies, up to 50 MB", async () => {
		const importId = await begin();
		const long = { ...view("a", 0), remark: "x".repeat(3 * 1024 * 1024) };
		expect(await send(importId, [long])).toEqual([200, ""]);
		const longer = { remark: "x".repeat(51 * 1024 * 1024) };
		expect((await send(importId, [longer]))[0]).toBe(413);
		await send(importId, [], true);
		await completed(importId);
		await ask("DELETE", `/${importId}`);
	});

	it.each([
		["POST", "", { platform: "myspace" }, 400, "Validation error"],
		["POST", "", { platform: "plain", mapping: { when: "time" } }, 400, "Validation error"],
		["POST", "/nothing/events", { events: "all" }, 400, "Validation error"],
		["POST", "/nothing/events", { events: [] }, 404, "Import not found"],
		["DELETE", "/nothing", undefined, 404, "Import not found"],
	])("%s %s %j is refused", async (method, where, body, status, error) => {
		expect(await ask(method, where, body)).toEqual([status, expect.objectContaining({ error })]);
	});
});

describe("imported daily sums", () => {
	const day = (date: string, given: object) => ({ date, visitors: 1, pageviews: 2, ...given });
	const figures = async (query: string) => {
		const { body } = await api.ask(`/api/sites/${api.site.siteId}/imported-figures?${query}`, {
			headers: api.as.member,
		});
		return (body as { data: { value: string; daily_visitors: number }[] }).data.map(
			({ value, daily_visitors }) => [value, daily_visitors],
		);
	};

	it("say which of their days the site's own events count", async () => {
		const own = `/api/sites/${api.demoSite.siteId}/imports`;
		const askOwn = async (method: string, where: string, body?: unknown) =>
			(await api.ask(`${own}${where}`, { method, headers: api.as.admin, body })).body;
		const importAs = async (platform: string, events: unknown[]) => {
			const { data } = (await askOwn("POST", "", { platform })) as { data: { importId: string } };
			await askOwn("POST", `/${data.importId}/events`, { events, isLastBatch: true });
			return eventually(
				async () =>
					((await askOwn("GET", "")) as { data: (Listed & { noted: object })[] }).data.find(
						({ importId }) => importId === data.importId,
					),
				(found) => found?.completedAt !== null,
			);
		};
		await importAs("plain", [view("a", 0)]);
		const done = await importAs(
			"plausible",
			["2025-03-02", "2025-03-03", "2025-03-04"].map((date) => day(date, {})),
		);
		expect(done?.noted).toEqual({
			"days do not count, because the site's own events do from 2025-03-03 on": 2,
		});
	});

	it("are listed by day and by the product's dimensions, and deleted with their import", async () => {
		const importId = await begin("plausible");
		await send(
			importId,
			[
				day("2025-03-03", {}),
				day("2025-03-04", { visitors: 5 }),
				day("2025-03-03", { page: "/" }),
				day("2025-03-04", { page: "/" }),
				day("2025-03-04", { page: "/pricing" }),
			],
			true,
		);
		const done = await completed(importId);
		expect([done?.importedFigures, done?.note]).toEqual([
			5,
			`All rows are daily totals, not single events. They count in the overview and its breakdowns for days before the site's first event; months beside your own figures are at /api/sites/${api.site.siteId}/imported-months`,
		]);
		expect(await figures("")).toEqual([
			["2025-03-03", 1],
			["2025-03-04", 5],
		]);
		expect(await figures("dimension=page&start_date=2025-03-04")).toEqual([
			["/", 1],
			["/pricing", 1],
		]);
		expect(await figures("dimension=page")).toEqual([
			["/", 2],
			["/pricing", 1],
		]);
		await ask("DELETE", `/${importId}`);
		expect(await figures("")).toEqual([]);
	});
});

describe("the import command's calls", () => {
	const call = async (body: object, token = INTERNAL_TOKEN) => {
		const answer = await api.ask("/internal/imports", {
			method: "POST",
			headers: { authorization: `Bearer ${token}` },
			body,
		});
		return [answer.status, answer.body];
	};
	const read = (given: object) => ({
		...{ hits: [], events: [], figures: [], traits: [], devices: [], definitions: [] },
		...{ skipped: {}, invalid: {} },
		...given,
	});

	it("are refused without the internal token", async () => {
		expect((await call({ call: "state", importId: "any" }, "a guess"))[0]).toBe(401);
	});

	it("resume at the first missing row, and give the same result when repeated", async () => {
		const beginning = {
			call: "begin",
			site: String(api.site.siteId),
			platform: "plain",
			mapping: {},
			fingerprint: "two files",
		};
		const [, begun] = await call(beginning);
		const { importId, nextRow } = begun as { importId: string; nextRow: number };
		expect(nextRow).toBe(0);
		const hit = { position: 0, value: { at: Date.UTC(2025, 2, 3), type: "pageview" } };
		const take = { call: "take", importId, firstRow: 0, rows: 3, read: read({ hits: [hit] }) };
		expect((await call(take))[0]).toBe(200);
		expect((await call(take))[0]).toBe(200);
		expect((await call(beginning))[1]).toMatchObject({
			importId,
			nextRow: 3,
			state: "receiving",
			importedEvents: 1,
		});
		await call({ call: "complete", importId });
		await completed(importId);
		expect((await call({ call: "state", importId }))[1]).toMatchObject({
			state: "done",
			importedEvents: 1,
			skipped: {},
		});
		expect((await call(beginning))[1]).toMatchObject({ importId, state: "done" });
	});
});
