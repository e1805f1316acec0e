import { startWithEvents } from "@footfall/testing/api/start-with-events";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const HOUR_MS = 60 * 60 * 1000;
const [CART, PAY, MENU] = ["00000000000000aa", "00000000000000bb", "00000000000000cc"] as const;
const COLUMNS = [
	...["site_id", "timestamp", "received_at", "event_id", "type", "event_name", "properties"],
	...["user_id", "session_id", "error_group", "release"],
];

let stage: Awaited<ReturnType<typeof startWithEvents<PopulatedApi>>>;
let api: PopulatedApi;
let site = 0;
let last = 0;

/** An occurrence so many hours from now. */
const happens = async (group: string, hours: number, release = "") => {
	const at = Date.now() + hours * HOUR_MS;
	await stage.store.insert("events", COLUMNS, [
		[
			...[site, at, at, `e${++last}`, "error", "TypeError"],
			...[JSON.stringify({ message: `message ${group}` }), 1, 2, group, release],
		],
	]);
};

beforeAll(async () => {
	stage = await startWithEvents(startPopulatedApi);
	api = stage.api;
	const created = await api.ask(`${api.organization}/sites`, {
		headers: api.as.owner,
		body: { name: "Shop", domain: "errors.example" },
	});
	site = (created.body as { siteId: number }).siteId;
	for (const group of [CART, PAY, MENU]) await happens(group, -2, "1.4.0");
});
afterAll(() => stage.close());

const put = (path: string, body: object, headers: object = api.as.member) =>
	api.ask(`/api/sites/${site}/errors/${path}`, {
		method: "PUT",
		headers: headers as Record<string, string>,
		body,
	});
/** The listed errors with their states. */
const states = async (query = "") => {
	const { body } = await api.ask(
		`/api/sites/${site}/errors/names?states=true&past_minutes_start=1440&past_minutes_end=0${query}`,
		{ headers: api.as.member },
	);
	const { data } = body as { data: { errorId?: string; value: string; state: object }[] };
	return Object.fromEntries(
		data.map(({ value, state }) => [value.slice("message ".length), state]),
	) as Record<string, { state: string; decidedBy: string | null }>;
};
const namesIn = async (state: string) => Object.keys(await states(`&state=${state}`)).sort();

describe("decisions about errors", () => {
	it("are stored with who and when, for one and for many", async () => {
		expect(await put(`${CART}/state`, { state: "resolved", release: "1.5.0" })).toMatchObject({
			...{ status: 200, body: { success: true } },
		});
		const body = { errorIds: [PAY, MENU], state: "ignored", untilDays: 7 };
		expect((await put("states", body, api.as.owner)).status).toBe(200);
		const found = await states();
		expect(found[CART]).toMatchObject({
			...{ state: "resolved", release: "1.5.0", decidedBy: "member" },
			decidedAt: expect.stringMatching(/^20.*Z$/),
		});
		expect(found[PAY]).toMatchObject({ state: "ignored", untilTime: expect.any(String) });
		expect(await namesIn("todo")).toEqual([]);
		expect(await namesIn("ignored")).toEqual([PAY, MENU]);
	});

	it("are taken back", async () => {
		await put("states", { errorIds: [PAY, MENU], state: "new" });
		expect(await namesIn("todo")).toEqual([PAY, MENU]);
		expect(await namesIn("resolved")).toEqual([CART]);
	});

	it("are over when a resolved error occurs in its release or a later one", async () => {
		await happens(CART, 0.001, "1.4.0");
		expect((await states())[CART]).toMatchObject({ state: "resolved" });
		await happens(CART, 0.002, "1.6.0");
		expect((await states())[CART]).toMatchObject({ state: "came_back" });
		expect(await namesIn("came_back")).toEqual([CART]);
	});

	it("of two people at once are one of the two, whole, for each error", async () => {
		const all = { errorIds: [CART, PAY, MENU] };
		for (let round = 0; round < 5; round++) {
			const answers = await Promise.all([
				put("states", { ...all, state: "resolved", release: "9" }, api.as.owner),
				put("states", { ...all, state: "ignored", untilCount: 3 }, api.as.member),
			]);
			expect(answers.map(({ status }) => status)).toEqual([200, 200]);
			for (const state of Object.values(await states()))
				expect([
					{ state: "resolved", release: "9", untilCount: null },
					{ state: "ignored", release: null, untilCount: 3 },
				]).toContainEqual({
					state: state.state,
					release: (state as { release?: unknown }).release,
					untilCount: (state as { untilCount?: unknown }).untilCount,
				});
		}
	});

	it.each([
		[{ state: "gone" }, "state"],
		[{ state: "resolved", untilDays: 2 }, "untilDays"],
		[{ state: "ignored", release: "1" }, "release"],
		[{ state: "ignored", untilDays: 2, untilCount: 2 }, "untilDays"],
		[{ state: "ignored", untilCount: 0 }, "untilCount"],
	])("are refused where they do not fit: %j", async (body, field) => {
		const answer = await put(`${CART}/state`, body);
		expect([answer.status, JSON.stringify(answer.body)]).toEqual([
			400,
			expect.stringContaining(field),
		]);
	});

	it("are refused for what is not an error's id, and for visitors", async () => {
		expect((await put("states", { errorIds: ["x"], state: "resolved" })).status).toBe(400);
		expect((await put("states", { errorIds: [], state: "resolved" })).status).toBe(400);
		expect((await put(`${CART}/state`, { state: "resolved" }, api.as.nobody)).status).toBe(401);
		expect((await put(`${CART}/state`, { state: "resolved" }, api.as.stranger)).status).toBe(403);
	});
});
