import { describe, expect, it } from "vitest";
import { decodeEntry } from "./compact-entry.ts";
import { pageFactsOf } from "./page-facts.ts";

const page = pageFactsOf([1, 1_000, "site.example", "en", 1280, 720, false, 1, true]);
const decoded = (...entry: readonly unknown[]) =>
	decodeEntry([900, "1", ...entry], page, () => false).candidate as Record<string, unknown>;
const event = (type: unknown, address: string, query: string | null, payload?: unknown) =>
	decoded(type, "p1", 0, address, query, "A page", "", "", "", "", payload);
const propertiesOf = (type: unknown, payload: unknown) => {
	const { properties } = event(type, "/", null, payload);
	return typeof properties === "string" ? JSON.parse(properties) : properties;
};

describe("an address", () => {
	it.each([
		["/a", "/a", undefined],
		["/a?b=1", "/a", "?b=1"],
		["/a?b=1#c?d", "/a#c?d", "?b=1"],
		["/a#c", "/a#c", undefined],
		["/a?$&", "/a", "?$&"],
	])("%s with a null query is split into path and query", (address, pathname, querystring) =>
		expect(event(1, address, null)).toMatchObject({ pathname, querystring }),
	);

	it("with a query of its own, even an empty one, is a path, whatever it contains", () => {
		expect(event(1, "/a?", "")).toMatchObject({ pathname: "/a?", querystring: undefined });
		expect(event(1, "/a?", "?b")).toMatchObject({ pathname: "/a?", querystring: "?b" });
	});
});

describe("the other fields of an event", () => {
	it("are, for engagement, the time, the depth and the page's unreported errors", () => {
		const { ms_visible, scroll_depth, properties } = event(9, "/", null, [
			1234.6,
			100.4,
			'{"foreign":1}',
		]);
		expect([ms_visible, scroll_depth, properties]).toEqual([1235, 100, '{"foreign":1}']);
	});

	it("are, for an error, its message and stack, which override the page's own properties", () =>
		expect(propertiesOf(4, ["far", "at x", '{"order":7,"message":"mine"}'])).toEqual({
			message: "far",
			stack: "at x",
			order: 7,
		}));

	it("keep the start of a long error; properties that are too long are dropped rather than the message", () => {
		const long = JSON.stringify({ page: "x".repeat(4000), order: 7 });
		expect(propertiesOf(4, ['"'.repeat(5000), "\n".repeat(5000), long])).toEqual({
			message: '"'.repeat(500),
			order: 7,
		});
	});

	it.each([
		["nothing", ""],
		["a text that is not JSON", "{"],
		["a list", "[1]"],
	])("include only those of the error if the page adds %s", (_what, text) =>
		expect(propertiesOf(4, ["far", "", text])).toEqual({ message: "far" }),
	);

	it("may be measures by name, with properties", () =>
		expect(
			event("performance", "/", null, [{ lcp: 12.5, cls: 0.1, type: "error" }, '{"a":1}']),
		).toMatchObject({
			type: "performance",
			lcp: 12.5,
			cls: 0.1,
			properties: '{"a":1}',
		}));

	it.each<[string, number, unknown, unknown]>([
		["before the properties", 2, [{ given_up: 3 }, '{"a":1}'], undefined],
		["after properties", 2, '{"a":1}', { given_up: 3 }],
		["without a payload", 1, null, { given_up: 3 }],
		["after the description of a link", 3, ["https://x.example/"], { given_up: 3 }],
		["after the description of an error", 4, ["far", ""], { given_up: 3 }],
		["among other measures", 10, [{ lcp: 1, given_up: 3 }], undefined],
		["after the measures of engagement", 9, [1200, 50, ""], { given_up: 3 }],
		["after measures by name", 9, [{ ms_visible: 1200 }], { given_up: 3 }],
	])("include the number of events that were given up, %s", (_where, type, payload, measures) => {
		const entry = [type, "p1", 0, "/", "", "", "", "", "", "", payload];
		const told = decoded(...entry, measures);
		expect(told["given_up"]).toBe(3);
		const { given_up: _, ...others } = told;
		const silent = structuredClone(payload);
		if (Array.isArray(silent)) delete Object(silent[0]).given_up;
		expect(decoded(...entry.with(-1, silent))).toEqual({ ...others, given_up: undefined });
	});

	it("omit the number of events that were given up where a page's own properties contain it", () => {
		expect(event(2, "/", null, { given_up: 3 })).toMatchObject({ given_up: undefined });
		expect(event(2, "/", null, '{"given_up":3}')).toMatchObject({ given_up: undefined });
	});

	it("are, for a user, the traits, also as text", () => {
		expect(decoded(0, "ada", '{"plan":"pro"}', true)).toMatchObject({
			user_id: "ada",
			traits: { plan: "pro" },
			is_new_identify: true,
		});
		expect(decoded(0, "ada", "", true)).toMatchObject({ traits: undefined });
	});
});
