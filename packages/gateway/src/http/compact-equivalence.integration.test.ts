import { MAX_LENGTH, MAX_TRAITS_BYTES } from "@footfall/shared/limits";
import type { QueuedEvent } from "@footfall/shared/queued-event";
import type { QueuedIdentify } from "@footfall/shared/queued-identify";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { accountsAt } from "@footfall/testing/product/event-ledger";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let running: RunningGateway;
beforeAll(async () => {
	running = await runGateway();
});
afterAll(() => running.stop());

/** What a page knows about itself. */
interface Page {
	sentAt: number;
	hostname: string;
	language: string;
	screen: [number, number];
	isDriven: boolean;
	outerSize: number;
	chromeOrPlugins: boolean | number | null;
}
/** What the tracker knows about an event, untrimmed. */
interface Made {
	type: string;
	timestamp: number;
	texts: string[];
	properties: Record<string, unknown> | undefined;
	measures: (number | null)[];
	asText: boolean;
}
/** One entry in each of the forms; `page` is the page's id. */
interface Entry {
	kind: "event" | "identify";
	documented(page: string): object;
	compact(page: string): unknown;
}

const TYPES = ["pageview", "custom_event", "outbound", "error", "button_click"];
const MORE_TYPES = ["copy", "form_submit", "input_change", "engagement", "performance"];
const NUMBERS = ["", ...TYPES, ...MORE_TYPES];
const VITALS = ["lcp", "cls", "inp", "fcp", "ttfb"];

/** As many characters of a text as fit, found by adding one after the other. */
const fitting = (text: string, most: number): string => {
	let kept = "";
	for (const character of text) {
		if (kept.length + character.length > most) break;
		kept += character;
	}
	return kept;
};

const propertiesText = (
	properties: object | undefined,
	most: number,
	lengthOf = (json: string) => json.length,
) => {
	if (properties === undefined) return undefined;
	let kept: object = {};
	for (const [name, value] of Object.entries(properties)) {
		const more = { ...kept, [name]: value };
		if (lengthOf(JSON.stringify(more)) <= most) kept = more;
	}
	const isEmpty = Object.keys(kept).length === 0 && Object.keys(properties).length > 0;
	return isEmpty ? undefined : JSON.stringify(kept);
};

const signals = ({ isDriven, outerSize, chromeOrPlugins }: Page) => ({
	_bs: isDriven ? 3 : 0,
	_bsm:
		(isDriven ? 1 : 0) +
		(outerSize === 0 ? 2 : 0) +
		(chromeOrPlugins === true ? 0 : 4) +
		(chromeOrPlugins === 0 || chromeOrPlugins === null ? 16 : 0),
});

const LIMITS = [
	...[MAX_LENGTH.pathname, MAX_LENGTH.querystring, MAX_LENGTH.pageTitle, MAX_LENGTH.referrer],
	...[MAX_LENGTH.tag, MAX_LENGTH.userId, MAX_LENGTH.eventName],
];

const measuresOf = ({ type, measures }: Made): object => {
	const [first = 0, second = 0] = measures;
	if (type === "engagement")
		return {
			ms_visible: Math.round(first ?? 0),
			scroll_depth: Math.min(100, Math.round(second ?? 0)),
		};
	if (type !== "performance") return {};
	return Object.fromEntries(VITALS.map((vital, index) => [vital, measures[index]]));
};

const eventEntry = (made: Made, page: Page, seq: number): Entry => ({
	kind: "event",
	documented: (pageId) => {
		const { type, timestamp, properties } = made;
		const texts = made.texts.map((text, index) => fitting(text, LIMITS[index] ?? 0));
		const [pathname, querystring, page_title, referrer, tag, user_id, event_name] = texts;
		const most = type === "error" ? MAX_LENGTH.errorProperties : MAX_LENGTH.properties;
		return {
			...{ type, site_id: "1", timestamp, page_id: pageId, seq, id: `${pageId}.${seq}` },
			...{ pathname, querystring, page_title, referrer, tag, user_id, event_name },
			properties: propertiesText(properties, most),
			hostname: fitting(page.hostname, MAX_LENGTH.hostname),
			language: fitting(page.language, MAX_LENGTH.language),
			screenWidth: Math.trunc(page.screen[0]),
			screenHeight: Math.trunc(page.screen[1]),
			...signals(page),
			...measuresOf(made),
		};
	},
	compact: (pageId) => {
		const { properties } = made;
		const sent = made.asText && properties !== undefined ? JSON.stringify(properties) : properties;
		const engagement = [made.measures[0] ?? 0, made.measures[1] ?? 0];
		const entry = [
			...[made.timestamp, "1", NUMBERS.indexOf(made.type), pageId, seq],
			...[...made.texts, sent ?? null],
			...(made.type === "engagement" ? engagement : made.measures),
		];
		const used = entry.findLastIndex((value) => value !== null && value !== "");
		return entry.slice(0, used + 1);
	},
});

const keptEntry = (title: unknown, seq: number): Entry => {
	const kept = (pageId: string) => ({
		...{ type: "pageview", site_id: "1", page_title: title, timestamp: 5, screenWidth: 7 },
		...{ page_id: pageId, seq, id: `${pageId}.${seq}` },
	});
	return { kind: "event", documented: kept, compact: kept };
};

const identifyEntry = (user: string, traits: object | undefined, isNew: boolean): Entry => ({
	kind: "identify",
	documented: () => ({
		...{ site_id: "1", user_id: fitting(user, MAX_LENGTH.userId), is_new_identify: isNew },
		traits:
			JSON.parse(propertiesText(traits, MAX_TRAITS_BYTES, Buffer.byteLength) ?? "null") ??
			undefined,
	}),
	compact: () => [5, "1", 0, user, traits ?? null, isNew ? 1 : 0],
});

const keptIdentifyEntry = (user: unknown): Entry => {
	const kept = () => ({ site_id: "1", user_id: user, timestamp: 5, is_new_identify: false });
	return { kind: "identify", documented: kept, compact: kept };
};

/** Texts around the limit, with characters of one and of two code units. */
const textNear = (most: number) =>
	fc
		.record({
			length: fc.oneof(fc.nat(12), fc.integer({ min: most - 2, max: most + 3 })),
			start: fc.string({ maxLength: 3, unit: "binary" }),
			filling: fc.constantFrom("a", "é", "😀", "\\", "\u0000", "\ud83d", "\ude00"),
		})
		.map(
			({ length, start, filling }) => start + filling.repeat(Math.ceil(length / filling.length)),
		);
const aProperty = fc.oneof(
	fc.jsonValue({ maxDepth: 2 }),
	fc.string({ minLength: 600, maxLength: 1500 }),
);
const properties = fc.oneof(
	fc.dictionary(fc.string({ unit: "binary" }), aProperty, { maxKeys: 6 }),
	fc.record({
		...{ url: fc.webUrl(), message: fc.string(), sourceElement: fc.string() },
		...{ element: fc.string(), inputName: fc.string(), more: aProperty },
	}),
);
const pixels = fc.double({ min: 0, max: 5000, noNaN: true });
const page: fc.Arbitrary<Page> = fc.record({
	sentAt: fc.integer({ min: 1, max: 2e12 }),
	hostname: fc.oneof(fc.domain(), textNear(MAX_LENGTH.hostname)),
	language: fc.oneof(fc.constant("en-GB"), textNear(MAX_LENGTH.language)),
	screen: fc.tuple(pixels, pixels),
	isDriven: fc.boolean(),
	outerSize: fc.constantFrom(0, 900),
	chromeOrPlugins: fc.constantFrom(true, 0, 5, null),
});
const made: fc.Arbitrary<Made> = fc.record({
	type: fc.constantFrom(...TYPES, ...MORE_TYPES),
	timestamp: fc.integer({ min: 0, max: 2e12 }),
	texts: fc.tuple(...LIMITS.map(textNear)),
	properties: fc.option(properties, { nil: undefined }),
	measures: fc.array(fc.option(fc.double({ min: 0, max: 900, noNaN: true })), {
		minLength: 5,
		maxLength: 5,
	}),
	asText: fc.boolean(),
});
const entriesOf = (page: Page) => {
	const build = fc.oneof(
		{ weight: 5, arbitrary: made.map((one) => (seq: number) => eventEntry(one, page, seq)) },
		fc.oneof(fc.string(), fc.integer()).map((title) => (seq: number) => keptEntry(title, seq)),
		fc
			.tuple(textNear(MAX_LENGTH.userId), fc.option(properties, { nil: undefined }), fc.boolean())
			.map((one) => () => identifyEntry(...one)),
		fc.oneof(fc.string(), fc.integer()).map((user) => () => keptIdentifyEntry(user)),
	);
	return fc
		.array(build, { minLength: 1, maxLength: 6 })
		.map((builders) => builders.map((builder, index) => builder(index)));
};
const bodies = page.chain((one) => fc.record({ page: fc.constant(one), entries: entriesOf(one) }));

const post = async (path: string, body: unknown, address: string) => {
	const response = await fetch(`${running.url}${path}`, {
		method: "POST",
		headers: { ...browserHeaders, "x-forwarded-for": address },
		body: JSON.stringify(body),
	});
	await response.arrayBuffer();
	return response.status;
};

const storedSoFar = async () => {
	const events = await accountsAt(running.url);
	const { stored } = await accountsAt(running.url, "identifies");
	return { events: events.stored + events.bot, identifies: stored };
};

/** The outcome of a body, without what differs each time. */
const recordsOf = async (pageId: string, send: () => Promise<void>) => {
	const before = await storedSoFar();
	await send();
	const after = await storedSoFar();
	const events = await running.appended(after.events - before.events);
	const identifies = await running.identified(after.identifies - before.identifies);
	const sameEvent = ({ id, pageId: _, receivedAt, occurredAt, ...rest }: QueuedEvent) => ({
		...{ ...rest, id: id.replace(pageId, ""), delayMs: receivedAt - occurredAt },
	});
	const sameIdentify = ({ id: _, receivedAt: __, ...rest }: QueuedIdentify) => rest;
	return { events: events.map(sameEvent), identifies: identifies.map(sameIdentify) };
};

let visitors = 0;
/** Each body gets a visitor of its own: a single one would be as frequent as a program. */
const nextAddress = () => `81.${2 + (visitors >> 8)}.69.${visitors++ & 255}`;

describe("the same events and identifies in the compact and the documented form", () => {
	it("produce the same records", async () => {
		await fc.assert(
			fc.asyncProperty(bodies, async ({ page, entries }) => {
				const address = nextAddress();
				const [one, other] = [`d${visitors}`, `c${visitors}`];
				const documented = await recordsOf(one, async () => {
					const events = entries.filter(({ kind }) => kind === "event");
					if (events.length > 0) {
						const body = { events: events.map((entry) => entry.documented(one)) };
						await post("/api/track", { ...body, sent_at: page.sentAt }, address);
					}
					for (const { kind, documented } of entries)
						if (kind === "identify") await post("/api/identify", documented(one), address);
				});
				let status = 0;
				const compact = await recordsOf(other, async () => {
					const { sentAt, hostname, language, screen, isDriven, outerSize } = page;
					const head = [1, sentAt, hostname, language, ...screen, isDriven, outerSize];
					const body = [
						...head,
						page.chromeOrPlugins,
						...entries.map((entry) => entry.compact(other)),
					];
					status = await post("/api/track", body, address);
				});
				expect(compact).toEqual(documented);
				const stored = compact.events.length + compact.identifies.length;
				expect(status).toBe(stored === entries.length ? 204 : stored === 0 ? 422 : 200);
			}),
			{ numRuns: 150 },
		);
		const { stored, bot, rejected } = await accountsAt(running.url);
		expect(Math.min(stored, bot, rejected)).toBeGreaterThan(20);
	});
});
