import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FileAnswer } from "../export/file-answer.ts";

const SITE = 1;
const DAY = "2026-11-02";
const at = (time: string) => `${DAY} ${time}.000`;

const ROWS = [
	["buy", '{"price":10,"plan":"pro"}', "08:00:00", 1],
	["buy", '{"price":"2.5","plan":"pro"}', "08:10:00", 1],
	["buy", '{"price":-4,"plan":"free"}', "09:00:00", 2],
	["buy", '{"price":"nan","plan":"free"}', "09:10:00", 2],
	["buy", '{"plan":"free"}', "17:00:00", 3],
] as const;

let store: EventStore;
let run: ReturnType<typeof createReportRunner>;
beforeAll(async () => {
	store = await openTestStore();
	await store.insert(
		"events",
		[
			"site_id",
			"timestamp",
			"event_id",
			"type",
			"event_name",
			"properties",
			"session_id",
			"user_id",
		],
		ROWS.map(([name, properties, time, session], index) => [
			...[SITE, at(time), `e${index}`, "custom_event", name, properties, session, session],
		]),
	);
	run = createReportRunner({ store, now: () => Date.parse("2026-11-03T12:00:00Z") });
});
afterAll(() => store.close());

const RANGE = { start_date: DAY, end_date: DAY };
const rowsOf = async (body: object) => {
	const { rows } = (await run(SITE, "/query", RANGE, {}, body)) as {
		rows: { dimensions: string[]; metrics: (number | null)[] }[];
	};
	return rows.map(({ dimensions, metrics }) => [...dimensions, ...metrics]);
};

describe("the numbers in a property", () => {
	const NUMBERS = ["sum", "avg", "min", "max", "median", "p90"].map((name) => `${name}(price)`);

	it("are summed up without what is not a number", async () => {
		expect(await rowsOf({ metrics: NUMBERS })).toEqual([
			[8.5, 8.5 / 3, -4, 10, 2.5, expect.closeTo(8.5, 9)],
		]);
	});

	it("are null for a group without any, except for the sum", async () => {
		expect(
			await rowsOf({ metrics: ["sum(price)", "max(price)"], dimensions: ["hour_of_day"] }),
		).toEqual([
			["8", 12.5, 10],
			["9", -4, -4],
			["17", 0, null],
		]);
	});

	it("are told by another property of the same events", async () => {
		expect(
			await rowsOf({
				metrics: ["sum(price)", "events"],
				dimensions: ["prop:plan"],
				order_by: [["events", "desc"]],
			}),
		).toEqual([
			["free", -4, 3],
			["pro", 12.5, 2],
		]);
	});
});

describe("times", () => {
	it("of a range have a row for each bucket, empty ones included", async () => {
		const rows = await rowsOf({ metrics: ["sessions", "avg(price)"], dimensions: ["time:hour"] });
		expect(rows).toHaveLength(24);
		expect(rows[8]).toEqual([`${DAY} 08:00:00`, 1, 6.25]);
		expect(rows[10]).toEqual([`${DAY} 10:00:00`, 0, null]);
	});

	it("of the week are numbered from Monday, and follow the asked zone", async () => {
		const range = { ...RANGE, time_zone: "Pacific/Kiritimati", end_date: "2026-11-03" };
		const body = { metrics: ["events"], dimensions: ["day_of_week", "hour_of_day"], range };
		expect(await rowsOf(body)).toEqual([
			["1", "22", 2],
			["1", "23", 2],
			["2", "7", 1],
		]);
	});
});

describe("the requests of bots", () => {
	it.each<[unknown[], string[]]>([
		[["is", "country", ["DE"]], []],
		[["is", "pathname", ["/a"]], []],
		[
			["or", ["is", "country", ["DE"]], ["is", "tag", ["x"]]],
			["The requests of bots are not filtered by country, tag."],
		],
		[
			["and", ["is", "country", ["DE"]], ["not", ["starts_with", "pathname", ["/a"]]]],
			["The requests of bots are not filtered by pathname."],
		],
	])(
		"with the condition %j are counted, and what does not apply to them is told",
		async (filters, told) => {
			const answer = (await run(SITE, "/query", RANGE, {}, { metrics: ["bots"], filters })) as {
				rows: { metrics: number[] }[];
				meta: { left_out: string[] };
			};
			expect(answer.rows.map(({ metrics }) => metrics)).toEqual([[0]]);
			expect(answer.meta.left_out).toEqual(told);
		},
	);
});

describe("an export of a question", () => {
	it.each([
		["csv", "event_name,events\r\nbuy,5\r\n"],
		["json", '[{"event_name":"buy","events":5}]'],
	])("holds its rows as %s", async (format, text) => {
		const body = { metrics: ["events"], dimensions: ["event_name"] };
		const { pieces, name } = (await run(
			SITE,
			"/export/query",
			{ ...RANGE, format },
			{},
			body,
		)) as FileAnswer;
		const read: Buffer[] = [];
		for await (const piece of pieces) read.push(Buffer.from(piece));
		expect(
			Buffer.concat(read)
				.toString()
				.replaceAll(/\s*\n\s*/g, format === "csv" ? "\r\n" : ""),
		).toBe(text);
		expect(name).toBe(`example.com-query-${DAY}-${DAY}.${format}`);
	});
});
