import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressOf, carried, changed, NO_STATE, searchOf } from "./address.ts";
import { comparisonParameters, reportParameters } from "./viewer.ts";

const NOW = Date.parse("2026-11-22T02:47:00Z");
const BERLIN = "Europe/Berlin";

/** Keys and texts as people, other programs and nonsense put them into URLs. */
const pair = fc.oneof(
	fc.tuple(
		fc.constantFrom(
			"range",
			"tz",
			"compare",
			"bucket",
			"line",
			"segment",
			"open",
			"by",
			"find",
			"page",
			"f",
		),
		fc.oneof(
			fc.constantFrom(
				"7d",
				"today",
				"2026-10-01..2026-10-31",
				BERLIN,
				"year",
				"off",
				"day",
				"users",
				"3",
				"country.is~DE~AT",
				"pathname.not~/x",
			),
			fc.string({ maxLength: 8 }),
		),
	),
	fc.tuple(fc.string({ minLength: 1, maxLength: 6 }), fc.string({ maxLength: 8 })),
);
const search = fc.array(pair, { maxLength: 8 }).map((pairs) => `?${new URLSearchParams(pairs)}`);

describe("the state in the URL", () => {
	it("is unchanged after being written and read", () =>
		fc.assert(
			fc.property(search, (text) => {
				const address = addressOf(text);
				const again = addressOf(searchOf(address));
				expect(again).toEqual(address);
				expect(searchOf(again)).toBe(searchOf(address));
			}),
		));

	it("keeps unknown keys in their order", () =>
		fc.assert(
			fc.property(search, (text) => {
				const { others } = addressOf(text);
				const after = searchOf(changed(addressOf(text), { range: { kind: "today" } }, BERLIN));
				expect(addressOf(after).others).toEqual(others);
			}),
		));

	it("reads the documented form, and writes readable URLs", () => {
		const text =
			"?range=2026-10-01..2026-10-31&tz=Europe/Berlin&compare=year&bucket=week&line=users&f=country.is~DE~AT&f=pathname.not~/x&segment=3&open=pages&by=bounce_rate&utm_source=mail";
		expect(searchOf(addressOf(text))).toBe(text);
	});

	it("is empty by default", () => {
		expect(addressOf("")).toEqual(NO_STATE);
		expect(searchOf(NO_STATE)).toBe("");
		expect(searchOf(addressOf("?range=28d&compare=weekdays"))).toBe("");
	});

	it("includes its time zone from the first change on", () => {
		const first = changed(NO_STATE, { range: { kind: "days", count: 7 } }, "Pacific/Kiritimati");
		expect(searchOf(first)).toBe("?range=7d&tz=Pacific/Kiritimati");
		expect(changed(first, { segment: 3 }, BERLIN).timeZone).toBe("Pacific/Kiritimati");
	});

	it("drops a bucket that was chosen for another range", () =>
		expect(changed(addressOf("?bucket=minute"), { range: { kind: "all" } }, BERLIN).bucket).toBe(
			undefined,
		));

	it("keeps invalid values until a change replaces them", () => {
		const address = addressOf("?range=banana&f=zzz&tz=Atlantis&f=country.is~DE");
		expect(address.misread).toEqual([
			["range", "banana"],
			["f", "zzz"],
			["tz", "Atlantis"],
		]);
		expect(searchOf(address)).toBe("?f=country.is~DE&range=banana&f=zzz&tz=Atlantis");
		expect(changed(address, { range: { kind: "today" } }, BERLIN).misread).toEqual([
			["f", "zzz"],
			["tz", "Atlantis"],
		]);
	});

	it("returns to the first page of a table with any other change", () => {
		const address = addressOf("?find=blog&page=3");
		expect(searchOf(changed(address, { by: "count" }, "UTC"))).toBe("?tz=UTC&by=count&find=blog");
		expect(searchOf(changed(address, { page: 4 }, "UTC"))).toBe("?tz=UTC&find=blog&page=4");
	});

	it("keeps the view on another page, but not what a page opened", () =>
		expect(
			searchOf(
				carried(
					addressOf(
						"?range=7d&bucket=hour&line=users&open=pages&by=x&find=y&page=2&f=country.is~DE",
					),
				),
			),
		).toBe("?range=7d&f=country.is~DE"));

	it("keeps unknown keys on another page, but not those of one page", () =>
		expect(
			searchOf(carried(addressOf("?embed=1&steps=4&step=page~/&funnel=2&who=identified"))),
		).toBe("?embed=1"));
});

describe("the report parameters of a URL", () => {
	const query = (text: string) => reportParameters(addressOf(text), NOW, BERLIN);

	it("contain days, filters and segment", () =>
		expect(query("?range=7d&f=country.is~DE&segment=3")).toEqual({
			time_zone: BERLIN,
			start_date: "2026-11-16",
			end_date: "2026-11-22",
			filters: '[{"parameter":"country","type":"equals","value":["DE"]}]',
			segment_id: 3,
		}));

	it("use the time zone of the URL", () =>
		expect(query("?range=today&tz=America/Los_Angeles")).toMatchObject({
			time_zone: "America/Los_Angeles",
			start_date: "2026-11-21",
		}));

	it.each([
		["", { compare: "previous", match_weekdays: "true" }],
		["?compare=year", { compare: "year" }],
		["?compare=2026-10-01..2026-10-31", { compare: "2026-10-01..2026-10-31" }],
		["?compare=off", {}],
		["?range=all", {}],
	])("include the comparison: %s", (text, parameters) =>
		expect(comparisonParameters(addressOf(text))).toEqual(parameters),
	);
});
