import type { EventStore } from "@footfall/store";
import { rollUpDays } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { converts } from "../goals/conversion.ts";
import { createBinder } from "./binding.ts";

const DAY_MS = 86_400_000;
const AT = Date.parse("2026-03-10T10:00:00Z");
const SITE = 1;

const PAGES = [
	["/caf%C3%A9/men%C3%BC", "xn--mnchen-3ya.example", "https://xn--kln-sna.example/"],
	["/caf%c3%a9/men%c3%bc", "xn--mnchen-3ya.example", "https://xn--kln-sna.example/"],
	["/café/menü", "münchen.example", "https://köln.example/"],
	["/cafe/menu", "munchen.example", "https://koln.example/"],
] as const;

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({ store, now: () => Date.parse("2027-06-01T12:00:00Z") });
	const columns =
		"site_id type pathname hostname referrer session_id user_id event_id source source_offset timestamp";
	await store.insert(
		"events",
		columns.split(" "),
		PAGES.map((page, index) => [
			...[
				SITE,
				"pageview",
				...page,
				String(index + 1),
				String(index + 1),
				`e${index}`,
				"test",
				index,
			],
			AT + index * 1000,
		]),
	);
});
afterAll(() => store.close());

const sessionsOf = async (parameter: string, type: string, value: string) => {
	const filters = JSON.stringify([{ parameter, type, value: [value] }]);
	const { data } = (await ask(SITE, "/overview", { filters })) as { data: { sessions: number } };
	return data.sessions;
};

const FILTERS = [
	["pathname", "equals", "/café/menü", 3],
	["pathname", "equals", "/caf%C3%A9/men%C3%BC", 3],
	["pathname", "equals", "/caf%c3%a9/men%c3%bc", 3],
	["pathname", "not_equals", "/café/menü", 1],
	["pathname", "contains", "é/m", 3],
	["pathname", "not_contains", "%C3%A9", 1],
	["pathname", "icontains", "CAFÉ/ME", 3],
	["pathname", "icontains", "caf%C3%89", 3],
	["hostname", "icontains", "MÜNCHEN.EX", 3],
	["pathname", "not_icontains", "CAFÉ", 1],
	["pathname", "regex", "(?i)^/CAF", 4],
	["pathname", "starts_with", "/café", 3],
	["entry_page", "ends_with", "menü", 3],
	["exit_page", "equals", "/café/menü", 3],
	["hostname", "equals", "münchen.example", 3],
	["hostname", "equals", "xn--mnchen-3ya.example", 3],
	["hostname", "starts_with", "münchen.", 3],
	["referrer", "equals", "köln.example", 3],
	["referrer", "not_equals", "xn--kln-sna.example", 1],
] as const;

describe("a filter on an address", () => {
	it.each(FILTERS)("on %s, %s %s, keeps %i sessions of events", async (...[name, type, value, n]) =>
		expect(await sessionsOf(name, type, value)).toBe(n),
	);

	it("keeps the same sessions on rolled-up days", async () => {
		await rollUpDays(store, { now: AT + 9 * DAY_MS, leastEvents: 1 });
		for (const [name, type, value, sessions] of FILTERS)
			expect([name, type, value, await sessionsOf(name, type, value)]).toEqual([
				...[name, type, value, sessions],
			]);
	});
});

describe("a goal or step on an address", () => {
	it.each([
		["/café/*", undefined, 3],
		["/caf%C3%A9/**", "münchen.example", 3],
		["/café/menü", "xn--mnchen-3ya.example", 3],
		["/cafe/*", undefined, 1],
	])("%s of %s is reached in either form", async (value, hostname, sessions) => {
		const parameters = {};
		const sql = converts(
			{ type: "page", value, hostname, properties: [] },
			createBinder(parameters),
		);
		const rows = await store.query(
			`SELECT toUInt32(count()) AS sessions FROM events WHERE site_id = ${SITE} AND ${sql}`,
			parameters,
		);
		expect(rows).toEqual([{ sessions }]);
	});
});
