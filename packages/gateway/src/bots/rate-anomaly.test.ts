import { ClientEvent } from "@footfall/shared/event";
import type { SiteNumber } from "@footfall/shared/ids";
import { siteOf } from "@footfall/testing/gateway/site-snapshot";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UNKNOWN_NETWORK } from "../lookup/network.ts";
import { UNKNOWN_PLACE } from "../lookup/place.ts";
import { requestContextOf } from "../lookup/request-context.ts";
import { userAgentReader } from "../lookup/user-agent-facts.ts";
import { compiledSiteOf } from "../site-config/compiled-site.ts";
import { rateAnomaly } from "./rate-anomaly.ts";

const readUserAgent = userAgentReader();
const sites = [1, 2, 3].map((siteId) => compiledSiteOf(siteOf({ siteId: siteId as SiteNumber })));

interface Hit {
	at: number;
	site?: number;
	address?: string;
	userAgent?: string;
	heldMs?: number;
	isProxied?: boolean;
	event?: object;
}

const layer = (workers = 1) => {
	const judge = rateAnomaly(workers);
	return ({
		at,
		site = 0,
		address = "203.0.113.5",
		userAgent = "Browser",
		heldMs = 0,
		isProxied = false,
		event,
	}: Hit) => {
		const compiled = sites[site] ?? sites[0];
		if (compiled === undefined) throw new Error("There are no sites");
		return judge(
			{
				event: ClientEvent.parse({
					type: "pageview",
					site_id: "1",
					pathname: "/",
					_bs: 0,
					...event,
				}),
				context: requestContextOf({
					site: compiled,
					trusted: false,
					sender: { address, isProxied, hops: () => [], headers: {}, receivedAt: at },
					userAgent: readUserAgent(userAgent),
					addressFacts: {
						place: UNKNOWN_PLACE,
						network: UNKNOWN_NETWORK,
						visitorAddress: address,
					},
				}),
				heldMs,
			},
			false,
		);
	};
};

/** How many of so many events, evenly spread over a span, are judged a bot's. */
const judged = (count: number, spanMs: number, more: (index: number) => Omit<Hit, "at">) => {
	const judge = layer();
	return Array.from({ length: count }, (_, index) =>
		judge({ at: (index * spanMs) / count, ...more(index) }),
	).filter((reason) => reason !== undefined).length;
};

const plain = () => ({});
const onPath = (index: number) => ({ event: { pathname: `/${index}` } });
const typing = () => ({
	event: { type: "input_change", properties: '{"element":"input","inputName":"q"}' },
});
const unscored = () => ({ event: { _bs: undefined } });

describe("a client's rate", () => {
	it.each([
		["30 events in 10 s are a person's", 30, 9_999, plain, 0],
		["the 31st in 10 s is a bot's", 31, 9_999, plain, 1],
		["31 in a little more are a person's", 31, 10_400, plain, 0],
		["120 events in 60 s are a person's", 120, 59_999, plain, 0],
		["the 121st in 60 s is a bot's", 121, 59_999, plain, 1],
		["25 different paths in 60 s are a person's", 25, 59_999, onPath, 0],
		["the 26th path in 60 s is a bot's", 26, 59_999, onPath, 1],
		["100 interactions in 10 s are a person's", 100, 9_999, typing, 0],
		["the 101st interaction in 10 s is a bot's", 101, 9_999, typing, 1],
		["events without a client's score alone are no bot's", 100, 59_999, unscored, 0],
	])("%s", (_name, count, spanMs, more, bots) => expect(judged(count, spanMs, more)).toBe(bots));

	it("is said in the verdict", () => {
		const judge = layer();
		for (let at = 0; at < 30; at++) judge({ at });
		expect(judge({ at: 30 })).toBe("more than 30 events in 10 s 4: 4 of 4 points");
	});

	it("is counted for each site, address and agent apart", () => {
		const apart: ((index: number) => Omit<Hit, "at">)[] = [
			(index) => ({ site: index % 2 }),
			(index) => ({ address: index % 2 === 0 ? "203.0.113.5" : "203.0.113.6" }),
			(index) => ({ userAgent: index % 2 === 0 ? "One" : "Two" }),
		];
		for (const more of apart) expect(judged(60, 9_999, more)).toBe(0);
	});

	it("is forgotten with its window", () => {
		const judge = layer();
		for (let at = 0; at < 40; at++) judge({ at });
		expect(judge({ at: 41 })).toBeDefined();
		expect(judge({ at: 10_050 })).toBeUndefined();
	});

	it("is nothing that a client inherits from one that was forgotten", () => {
		const judge = layer();
		const address = (kind: string, index: number) => ({ address: `${kind} ${index}` });
		/** What breaks all rules of a client, and those of its address. */
		const busy = (index: number, at: number): Hit => ({
			at: at / 100,
			...address("busy", index),
			userAgent: `Agent ${at < 240 ? at % 12 : 0}`,
			event: {
				type: at % 2 === 0 ? "pageview" : "button_click",
				pathname: `/${at % 60}`,
				hostname: `${at % 8}.example`,
				_bs: undefined,
			},
		});
		const others = (count: number, kind: string) => {
			for (let index = 0; index < count; index++) judge({ at: 6, ...address(kind, index) });
		};
		const judgedOf = (count: number, more: (index: number) => Omit<Hit, "at">) =>
			Array.from({ length: count }, (_, index) => judge({ at: 7, ...more(index) }) !== undefined);
		const onHost = (index: number) => ({
			event: { hostname: `${index % 7}.example`, _bs: undefined },
		});
		// The busy ones are the last of 5,000, so that they are the first to be used again once 5,000 others came.
		others(4_960, "earlier");
		for (let index = 0; index < 40; index++)
			expect(Array.from({ length: 500 }, (_, at) => judge(busy(index, at))).at(-1)).toBeDefined();
		others(5_001, "later");

		for (let index = 0; index < 12; index++) {
			const of = (kind: string) => ({ ...address(kind, index), userAgent: "Agent 5" });
			// One short of the limit of events without a score, which more hosts and a common agent make a bot.
			const scores = judgedOf(21, (at) => ({ ...of("scores"), ...onHost(at) }));
			expect(scores).toEqual([...Array<boolean>(20).fill(false), true]);
			// Beyond it, and no more than a crowd's rule is worth.
			expect(judgedOf(21, () => ({ ...of("crowd"), ...unscored() }))).not.toContain(true);
			judge({ at: 7, ...address("clients", index) });
			const second = judgedOf(10, (at) => ({ ...of("clients"), ...onHost(at) }));
			expect(second).not.toContain(true);
		}
	});

	it("does not count what a browser held back while it was offline", () =>
		expect(judged(200, 1000, () => ({ heldMs: 60_001 }))).toBe(0));

	it("is not known of an unknown address", () =>
		expect(judged(200, 1000, () => ({ address: "" }))).toBe(0));
});

describe("a crowd", () => {
	/** Enough without a score to be worth one point, slowly. */
	const suspect = (judge: ReturnType<typeof layer>, at: number) => {
		let last: string | undefined;
		for (let index = 0; index <= 20; index++) last = judge({ at: at + index, ...unscored() });
		return last;
	};

	it("behind one address is none of a bot's doing", () =>
		expect(
			judged(400, 10_000, (index) => ({ userAgent: `Browser ${index % 40}`, site: index % 3 })),
		).toBe(0));

	it.each<[string, number, (index: number) => Omit<Hit, "at">]>([
		["so many events", 201, (index) => ({ userAgent: `Other ${index % 9}` })],
		["so many agents", 11, (index) => ({ userAgent: `Other ${index}` })],
	])("of %s at its address condemns a client that sends no score", (_name, count, more) => {
		const judge = layer();
		expect(suspect(judge, 0)).toBeUndefined();
		const other = layer();
		for (let index = 0; index < count; index++) other({ at: index, ...more(index) });
		expect(suspect(other, count)).toMatch(/: 4 of 4 points$/);
	});

	it("of hosts and of the same agent's events adds up with a missing score", () => {
		const judge = layer();
		for (let index = 0; index < 7; index++)
			judge({ at: index, event: { hostname: `${index}.example` } });
		for (let index = 0; index < 300; index++)
			judge({ at: 10 + index, address: `198.51.100.${index % 250}` });
		expect(suspect(judge, 400)).toBe(
			"more than 20 events without a client's score in 60 s 1, more than 6 hosts from one address in 60 s 2, more than 300 events of one agent on the site in 60 s 1: 4 of 4 points",
		);
	});
});

describe("the windows", () => {
	interface Seen {
		at: number;
		who: string;
		address: string;
		userAgent: string;
		siteAndAgent: string;
		path: string;
		host: string;
		isInteraction: boolean;
		isScored: boolean;
	}

	/** The rules as they are written, over everything that was ever seen. */
	const plainly = (all: readonly Seen[]): boolean => {
		const last = all.at(-1);
		if (last === undefined) return false;
		const within = (seconds: number, test: (seen: Seen) => boolean) =>
			all.filter((seen) => last.at - seen.at < seconds * 1000 && test(seen));
		const different = (seen: Seen[], key: keyof Seen) => new Set(seen.map((one) => one[key])).size;
		const own = (seen: Seen) => seen.who === last.who;
		const near = (seen: Seen) => seen.address === last.address;
		const rules: [boolean, number][] = [
			[within(10, (seen) => own(seen) && !seen.isInteraction).length > 30, 4],
			[within(60, (seen) => own(seen) && !seen.isInteraction).length > 120, 4],
			[different(within(60, own), "path") > 25, 4],
			[within(10, (seen) => own(seen) && seen.isInteraction).length > 100, 4],
			[within(60, (seen) => own(seen) && !seen.isScored).length > 20, 1],
		];
		const crowd: [boolean, number][] = [
			[within(60, near).length > 200, 3],
			[different(within(300, near), "userAgent") > 10, 3],
			[different(within(60, near), "host") > 6, 2],
			[within(60, (seen) => seen.siteAndAgent === last.siteAndAgent).length > 300, 1],
		];
		const sum = (of: [boolean, number][]) =>
			of.reduce((total, [applies, points]) => total + (applies ? points : 0), 0);
		return sum(rules) > 0 && sum(rules) + sum(crowd) >= 4;
	};

	it("agree with the rules applied to everything that was ever seen", () => {
		const few = (max: number) => fc.integer({ min: 0, max });
		const step = fc.record({
			after: fc.oneof({ weight: 9, arbitrary: few(400) }, few(9_000)),
			address: few(1),
			agent: few(13),
			site: few(1),
			path: few(40),
			host: few(9),
			isInteraction: fc.boolean(),
			isScored: fc.boolean(),
			isSame: fc.integer({ min: 0, max: 3 }),
		});
		let bots = 0;
		fc.assert(
			fc.property(fc.array(step, { minLength: 200, maxLength: 400 }), (steps) => {
				const judge = layer();
				const all: Seen[] = [];
				let at = 0;
				for (const each of steps) {
					at += each.after;
					// Most come from one client, so that its own rules are reached too.
					const { address, agent, site } =
						each.isSame > 0 ? { address: 0, agent: 0, site: 0 } : each;
					all.push({
						at,
						who: `${site}/${address}/${agent}`,
						address: String(address),
						userAgent: String(agent),
						siteAndAgent: `${site}/${agent}`,
						path: `/${each.path}`,
						host: `${each.host}.example`,
						isInteraction: each.isInteraction,
						isScored: each.isScored,
					});
					const said = judge({
						at,
						site,
						address: `203.0.113.${address}`,
						userAgent: `Agent ${agent}`,
						event: {
							type: each.isInteraction ? "button_click" : "pageview",
							pathname: `/${each.path}`,
							hostname: `${each.host}.example`,
							_bs: each.isScored ? 0 : undefined,
						},
					});
					const expected = plainly(all);
					if (expected) bots++;
					expect({ at, isBot: said !== undefined }).toEqual({ at, isBot: expected });
				}
			}),
			{ numRuns: 25 },
		);
		expect(bots).toBeGreaterThan(0);
	});
});

describe("a visitor whose requests a proxy deals out among workers", () => {
	const hits = (count: number, workers: number, isProxied: boolean) => {
		// Drawn as a proxy's connections are: each request goes to any worker.
		let state = 42;
		const anyWorker = () => {
			state = (state * 1_664_525 + 1_013_904_223) >>> 0;
			return Math.floor((state / 2 ** 32) * workers);
		};
		const judges = Array.from({ length: workers }, () => layer(workers));
		return Array.from({ length: count }, (_, index) =>
			judges[anyWorker()]?.({ at: (index * 9_999) / count, isProxied }),
		).filter((reason) => reason !== undefined).length;
	};

	it.each([2, 4, 8, 16])("is a person within the limits, with %i workers", (workers) =>
		expect(hits(30, workers, true)).toBe(0),
	);

	it.each([2, 4, 8, 16])("is a bot beyond them, with %i workers", (workers) => {
		expect(hits(30 * 5, workers, true)).toBeGreaterThan(0);
	});

	it("is judged by the whole limits where the visitor comes directly", () => {
		const judge = layer(8);
		const reasons = Array.from({ length: 31 }, (_, at) => judge({ at }));
		expect(reasons.map((reason) => reason !== undefined)).toEqual([
			...Array<boolean>(30).fill(false),
			true,
		]);
	});
});
