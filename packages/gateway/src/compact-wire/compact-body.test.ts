import { describe, expect, it } from "vitest";
import { type CompactValue, isCompact, readCompactBody } from "./compact-body.ts";

/** The site that accepts large properties. */
const WITH_SCHEMAS = "2";
const HEAD = [1, 5000, "shop.example", "en-GB", 1920, 1080.5, false, 1040, true] as const;
/** What each event of a body inherits from its head. */
const page = {
	sent_at: 5000,
	hostname: "shop.example",
	language: "en-GB",
	screenWidth: 1920,
	screenHeight: 1080,
	_bs: 0,
	_bsm: 0,
};

const bodyOf = (...value: readonly unknown[]) => {
	const body = readCompactBody(value as unknown as CompactValue, (site) => site === WITH_SCHEMAS);
	if (body === undefined) throw new Error("The version is unknown");
	return body;
};
const decoded = (entry: unknown, head: readonly unknown[] = HEAD) => {
	const body = bodyOf(...head, entry);
	return body.decode(body.entries[0]);
};
/** The fields present in a decoded event. */
const eventOf = (entry: unknown, head: readonly unknown[] = HEAD) => {
	const { isIdentify, candidate } = decoded(entry, head);
	expect(isIdentify).toBe(false);
	return JSON.parse(JSON.stringify(candidate));
};
/** An event of a type with only these properties. */
const withProperties = (type: unknown, properties: unknown, site = "1") => {
	const { properties: kept } = eventOf([
		1,
		site,
		type,
		"p",
		0,
		"",
		"",
		"",
		"",
		"",
		"",
		"",
		properties,
	]);
	return kept;
};

describe("a compact body", () => {
	it.each<[unknown, boolean]>([
		[[1, 5000, ""], true],
		[[...HEAD, {}], true],
		[[2, 5000, "shop.example", {}], true],
		[[1], false],
		[[1, 5000, {}], false],
		[[0, 5000, ""], false],
		[[1.5, 5000, ""], false],
		[[1, "5000", ""], false],
		[[{}, 5000, ""], false],
		[{ events: [] }, false],
		["[1]", false],
		[null, false],
	])("is recognised by its beginning: %j", (value, is) => expect(isCompact(value)).toBe(is));

	it("is not read in an unknown version", () =>
		expect(readCompactBody([2, 5000, "shop.example"], () => false)).toBeUndefined());

	it("may consist of its head alone", () => {
		expect(bodyOf(1, 5000, "").entries).toEqual([]);
		expect(bodyOf(...HEAD).entries).toEqual([]);
	});

	it("omits what its head does not contain", () =>
		expect(eventOf([1, "1", 1], [1, 5000, "", null, null, null, null, 0, 0])).toEqual({
			...{ type: "pageview", site_id: "1", timestamp: 1, sent_at: 5000 },
			...{ _bs: 0, _bsm: 2 + 4 + 16 },
		}));

	it("has its host name and language trimmed", () => {
		const head = [1, 1, "h".repeat(300), "l".repeat(300), ...HEAD.slice(4)];
		const { hostname, language } = eventOf([1, "1", 1], head);
		expect([hostname.length, language.length]).toEqual([253, 35]);
	});

	it.each([
		[false, 900, true, 0, 0],
		[null, 900, true, 0, 0],
		[true, 900, true, 3, 1],
		[false, 0, true, 0, 2],
		[false, 900, 5, 0, 4],
		[false, 900, 0, 0, 20],
		[false, 900, null, 0, 20],
		[true, 0, null, 3, 23],
		["yes", "", "many", 3, 1 + 2 + 4],
	])("scores webdriver %s, an outer size of %s and Chrome or plugins %s", (...given) => {
		const [webdriver, outerSize, chromeOrPlugins, _bs, _bsm] = given;
		const head = [...HEAD.slice(0, 6), webdriver, outerSize, chromeOrPlugins];
		expect(eventOf([1, "1", 1], head)).toMatchObject({ _bs, _bsm });
	});
});

describe("an event of a compact body", () => {
	it("has the fields of the documented form", () => {
		const texts = ["/a", "?b", "Title", "https://other.example/", "blue", "user 7"];
		expect(eventOf([4000, "1", 2, "page", 3, ...texts, "buy", '{"a":1}'])).toEqual({
			...page,
			type: "custom_event",
			site_id: "1",
			timestamp: 4000,
			page_id: "page",
			seq: 3,
			id: "page.3",
			pathname: "/a",
			querystring: "?b",
			page_title: "Title",
			referrer: "https://other.example/",
			tag: "blue",
			user_id: "user 7",
			event_name: "buy",
			properties: '{"a":1}',
		});
	});

	it("may end anywhere and have gaps", () => {
		expect(eventOf([4000, "1", 1, "page", 0, "/"])).toEqual({
			...page,
			...{ type: "pageview", site_id: "1", timestamp: 4000, pathname: "/" },
			...{ page_id: "page", seq: 0, id: "page.0" },
		});
		expect(eventOf([null, "1", 1, "", null, null, "", null, "", null, "", null, null])).toEqual({
			...page,
			...{ type: "pageview", site_id: "1" },
		});
		expect(eventOf([])).toEqual(page);
	});

	it.each([
		[1, "pageview"],
		[2, "custom_event"],
		[3, "outbound"],
		[4, "error"],
		[5, "button_click"],
		[6, "copy"],
		[7, "form_submit"],
		[8, "input_change"],
		[9, "engagement"],
		[10, "performance"],
		["copy", "copy"],
		[11, 11],
		[-1, -1],
	])("of type %s is one of %s", (type, name) => expect(eventOf([1, "1", type]).type).toBe(name));

	it("has the measures of its type", () => {
		const before = [1, "1", 9, "p", 0, "/", "", "", "", "", "", "", null];
		const engagement = (...measures: unknown[]) => {
			const { ms_visible, scroll_depth } = eventOf([...before, ...measures]);
			return [ms_visible, scroll_depth];
		};
		expect(engagement(1200.6, 33.4)).toEqual([1201, 33]);
		expect(engagement(1200, 250)).toEqual([1200, 100]);
		expect(engagement("many", ["x"])).toEqual(["many", ["x"]]);
		const performance = [...before.with(2, 10), 1.5, 0.0125, null, 4, 5];
		expect(eventOf(performance)).toMatchObject({ lcp: 1.5, cls: 0.0125, fcp: 4, ttfb: 5 });
		expect(eventOf(performance)).not.toHaveProperty("inp");
	});

	it("has the release of the page's code beside its measures", () => {
		const error = [1, "1", 4, "p", 0, "/", "", "", "", "", "", "TypeError", '{"message":"a"}'];
		expect(eventOf([...error, { release: "1.4.2", given_up: 2 }])).toMatchObject({
			release: "1.4.2",
			given_up: 2,
		});
		expect(eventOf([...error, { release: "r".repeat(200) }]).release).toHaveLength(128);
		expect(eventOf([...error, { release: "" }])).not.toHaveProperty("release");
		expect(eventOf(error)).not.toHaveProperty("release");
	});

	it("has its texts trimmed at character boundaries", () => {
		const long = `${"a".repeat(254)}😀${"b".repeat(3000)}`;
		const event = eventOf([1, "1", 1, "p", 0, long, long, long, long, long, long, long]);
		expect([event.pathname, event.querystring, event.referrer].map((text) => text.length)).toEqual([
			...[2048, 2048, 2048],
		]);
		expect([event.page_title.length, event.tag.length]).toEqual([512, 256]);
		expect(event.user_id).toBe("a".repeat(254));
		expect(event.event_name).toBe(`${"a".repeat(254)}😀`);
	});

	it("keeps values of a wrong type for the schema to refuse", () => {
		const wrong = [{}, 7, [], {}, "3", 8, [], {}, true, 9, {}, [], 10];
		expect(eventOf(wrong)).toMatchObject({
			...{ timestamp: {}, site_id: 7, type: [], page_id: {}, seq: "3", pathname: 8 },
			...{ querystring: [], page_title: {}, referrer: true, tag: 9, user_id: {} },
			...{ event_name: [], properties: 10 },
		});
		expect(eventOf(wrong)).not.toHaveProperty("id");
	});

	it.each([null, 7, "text", true])("stays unchanged if it is %s", (entry) =>
		expect(decoded(entry)).toEqual({ isIdentify: false, candidate: entry }),
	);
});

describe("the properties of a compact event", () => {
	it("are text or an object", () => {
		expect(withProperties(2, '{"a": 1}')).toBe('{"a": 1}');
		expect(withProperties(2, { a: 1, b: [null] })).toBe('{"a":1,"b":[null]}');
		expect(withProperties(2, {})).toBe("{}");
		expect(withProperties(2, "")).toBeUndefined();
		expect(withProperties(2, null)).toBeUndefined();
		expect(withProperties(2, [1])).toEqual([1]);
	});

	it.each<[string, (object: object) => unknown]>([
		["text", (object) => JSON.stringify(object)],
		["an object", (object) => object],
	])("lose the values above their limit, as %s", (_form, as) => {
		const long = "x".repeat(2000);
		expect(withProperties(2, as({ a: 1, long, longer: long, z: 2 }))).toBe(
			JSON.stringify({ a: 1, long, z: 2 }),
		);
		expect(withProperties(4, as({ a: 1, long, longer: long, z: 2 }))).toBe(
			JSON.stringify({ a: 1, long, longer: long, z: 2 }),
		);
		const exact = { a: "x".repeat(2040) };
		expect(withProperties(2, as(exact))).toBe(JSON.stringify(exact));
		expect(withProperties(2, as({ a: "x".repeat(2041), b: 1 }))).toBe('{"b":1}');
		expect(withProperties(2, as({ a: "x".repeat(3000) }))).toBeUndefined();
	});

	it("may be large in a custom event of a site with event schemas", () => {
		const large = { a: "x".repeat(20_000), b: "x".repeat(20_000), c: 1 };
		const kept = JSON.stringify({ a: large.a, c: 1 });
		expect(withProperties(2, large, WITH_SCHEMAS)).toBe(kept);
		expect(withProperties(2, kept, WITH_SCHEMAS)).toBe(kept);
		expect(withProperties(2, kept)).toBe('{"c":1}');
		expect(withProperties(5, kept, WITH_SCHEMAS)).toBe('{"c":1}');
	});

	it("may have any name", () => {
		const text = `{"__proto__":1,"long":"${"x".repeat(3000)}","constructor":2}`;
		expect(withProperties(2, text)).toBe('{"__proto__":1,"constructor":2}');
		expect(withProperties(2, JSON.parse(text))).toBe('{"__proto__":1,"constructor":2}');
	});

	it("lose a value that is too deeply nested to serialise", () => {
		const deep = JSON.parse(`{"a":1,"deep":${"[".repeat(30_000)}${"]".repeat(30_000)}}`);
		expect(withProperties(2, deep)).toBe('{"a":1}');
	});

	it("stay as they are where long text is not an object", () => {
		const texts = ["x".repeat(3000), `[${"1,".repeat(2000)}1]`, `"${"x".repeat(3000)}"`];
		expect(texts.map((text) => withProperties(2, text))).toEqual(texts);
	});

	it("of an outbound link may be a list", () => {
		const url = "https://other.example/";
		expect(withProperties(3, [url, "Go", "_blank"])).toBe(
			JSON.stringify({ url, text: "Go", target: "_blank" }),
		);
		const plain = JSON.stringify({ url, text: "", target: "_self" });
		expect(withProperties(3, [url])).toBe(plain);
		expect(withProperties(3, [url, null, ""])).toBe(plain);
		const long = [url + "x".repeat(3000), `${"x".repeat(99)}😀`, "_self"];
		const kept = JSON.parse(withProperties(3, long));
		expect([kept.url.length, kept.text]).toEqual([1500, "x".repeat(99)]);
		expect(withProperties(3, [url, "\u0001".repeat(100), "t".repeat(1900)])).toBe(
			JSON.stringify({ url, text: "\u0001".repeat(100) }),
		);
	});
});

describe("an identify of a compact body", () => {
	it("is recognised by its type", () => {
		expect(decoded([4000, "1", 0, "user 7", { plan: "pro" }, 1])).toEqual({
			isIdentify: true,
			candidate: {
				...{ timestamp: 4000, site_id: "1", user_id: "user 7" },
				...{ traits: { plan: "pro" }, is_new_identify: true },
			},
		});
		expect(decoded([4000, "1", 0, "user 7", null, 0])).toEqual({
			isIdentify: true,
			candidate: { timestamp: 4000, site_id: "1", user_id: "user 7", is_new_identify: false },
		});
	});

	it("keeps the traits that fit, in bytes", () => {
		const traits = { a: "é".repeat(1000), b: "é".repeat(100), c: null };
		const { candidate } = decoded([4000, "1", 0, "u".repeat(300), traits, 1]);
		expect(candidate).toMatchObject({ user_id: "u".repeat(255), traits: { a: traits.a, c: null } });
	});

	it("keeps values of a wrong type for the schema to refuse", () =>
		expect(decoded([4000, "1", 0, 7, [1], 1]).candidate).toMatchObject({
			user_id: 7,
			traits: [1],
		}));
});

describe("an object among the entries of a compact body", () => {
	it("is an event of an earlier tracker, sent at the time of the body", () => {
		const kept = { type: "pageview", site_id: "1", timestamp: 1, hostname: "old.example" };
		expect(decoded({ ...kept })).toEqual({
			isIdentify: false,
			candidate: { ...kept, sent_at: 5000 },
		});
		expect(decoded({ ...kept, sent_at: 3 }).candidate).toEqual({ ...kept, sent_at: 3 });
	});

	it.each([{ traits: {} }, { is_new_identify: false }])("is an identify with %o", (more) => {
		const kept = { site_id: "1", user_id: "u", timestamp: 1, ...more };
		expect(decoded(kept)).toEqual({ isIdentify: true, candidate: kept });
	});

	it("without either is an event that the schema refuses", () =>
		expect(decoded({ site_id: "1" }).isIdentify).toBe(false));
});
