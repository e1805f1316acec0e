import { ClientEvent } from "@footfall/shared/event";
import type { SiteNumber } from "@footfall/shared/ids";
import { siteOf } from "@footfall/testing/gateway/site-snapshot";
import { describe, expect, it } from "vitest";
import { type Network, UNKNOWN_NETWORK } from "../lookup/network.ts";
import { UNKNOWN_PLACE } from "../lookup/place.ts";
import { requestContextOf } from "../lookup/request-context.ts";
import { createUserAgentReader } from "../lookup/user-agent-facts.ts";
import { compiledSiteOf } from "../site-config/compiled-site.ts";
import { createBotDetector } from "./layers.ts";
import { noOperatorRanges } from "./operator-ranges.ts";
import { createPageBudget } from "./page-budget.ts";

const readUserAgent = createUserAgentReader();
const site = compiledSiteOf(siteOf({ siteId: 1 as SiteNumber }));
const CHROME =
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const HEADERS = { accept: "*/*", "accept-language": "en", "accept-encoding": "gzip" };
/** The start of a minute. */
const NOON = 1_800_000_000_000;

interface Sent {
	atMs: number;
	page?: string | undefined;
	event?: object;
	address?: string;
	heldMs?: number;
	network?: Network;
	isProxied?: boolean;
}

/** The outcomes of events that the gateway receives: suspected, a bot's, refused, or counted. */
const gateway = (workers = 1) => {
	const detectBot = createBotDetector(noOperatorRanges, workers);
	const budget = createPageBudget();
	return (sent: Sent): string => {
		const { atMs, page, address = "203.0.113.5", heldMs = 0, network = UNKNOWN_NETWORK } = sent;
		const event = ClientEvent.parse({
			type: "pageview",
			site_id: "1",
			_bs: 0,
			page_id: page,
			...sent.event,
		});
		const context = requestContextOf({
			site,
			trusted: false,
			sender: {
				address,
				isProxied: sent.isProxied,
				hops: () => [],
				headers: { ...HEADERS, "sec-fetch-site": "cross-site" },
				receivedAt: NOON + atMs,
			},
			userAgent: readUserAgent(CHROME),
			addressFacts: { place: UNKNOWN_PLACE, network, visitorAddress: address },
		});
		const excess = budget(event, context, heldMs);
		if (excess !== undefined) return excess;
		const judgement = detectBot({ event, context, heldMs });
		return typeof judgement === "object" ? judgement.layers.join() : (judgement ?? "counted");
	};
};

const views = (
	count: number,
	spanMs: number,
	more: (index: number) => Partial<Sent> = () => ({}),
) =>
	Array.from(
		{ length: count },
		(_, index): Sent => ({
			atMs: (index * spanMs) / count,
			page: `page${index}`,
			event: { pathname: `/${index % 60}` },
			...more(index),
		}),
	);
/** How often each outcome occurs. */
const endsOf = (sent: readonly Sent[], judge = gateway()) => {
	const ends: Record<string, number> = {};
	for (const one of sent) {
		const end = judge(one);
		ends[end] = (ends[end] ?? 0) + 1;
	}
	return ends;
};
const impression = { type: "custom_event", event_name: "impression" };
const looked = (ms: number) => ({ type: "engagement", ms_visible: ms });

describe("a crowd behind one address with one browser build", () => {
	it.each([
		["a lecture that opens a link", 60, 8_000],
		["an exam that starts", 35, 5_000],
		["phones behind a carrier's address", 80, 56_000],
		["an office", 200, 58_000],
		["an office with thirty paths", 40, 58_000],
		["a campus", 130, 60_000],
		["one person in a gallery", 32, 55_000],
	])("is counted in full and not suspected: %s", (_name, count, spanMs) => {
		expect(endsOf(views(count, spanMs))).toEqual({ counted: count });
		expect(endsOf(views(count, spanMs, () => ({ page: undefined })))).toEqual({ counted: count });
	});

	it("is counted in full when a broadcast mentions a site", () =>
		expect(
			endsOf(views(3_000, 60_000, (index) => ({ address: `198.51.${index % 2_000}.1` }))),
		).toEqual({ counted: 3_000 }));

	it("is never suspected, however long it lasts, while some of its pages are viewed", () => {
		const read = views(600, 600_000).flatMap((view, index) =>
			index % 10 === 0
				? [view, { ...view, atMs: view.atMs + 20_000, event: looked(20_000) }]
				: [view],
		);
		expect(endsOf(read.sort((one, other) => one.atMs - other.atMs))).toEqual({ counted: 660 });
	});
});

describe("the events of one page load", () => {
	it("are not limited at normal numbers: impressions do not cost a later page view", () => {
		const page = (name: string, event?: object): Sent => ({
			atMs: 0,
			page: name,
			event: event ?? {},
		});
		const impressions = Array.from({ length: 40 }, () => page("first", impression));
		expect(endsOf([page("first"), ...impressions, page("second"), page("third")])).toEqual({
			counted: 43,
		});
	});

	it("are refused beyond 500 in 10 seconds, and accepted again afterwards", () => {
		const judge = gateway();
		const burst = Array.from(
			{ length: 600 },
			(): Sent => ({ atMs: 0, page: "p", event: impression }),
		);
		expect(endsOf(burst, judge)).toEqual({ counted: 500, page: 100 });
		expect(judge({ atMs: 5_000, page: "another" })).toBe("counted");
		expect(judge({ atMs: 10_000, page: "p", event: impression })).toBe("counted");
	});

	it("do not count events that were held back offline", () =>
		expect(endsOf(views(600, 1_000, () => ({ page: "p", heldMs: 60_001 })))).not.toHaveProperty(
			"page",
		));
});

describe("a machine", () => {
	it("that drives a browser over 300 pages in five minutes is suspected, and still counted", () => {
		const ends = endsOf(views(300, 300_000));
		expect(Object.keys(ends).sort()).toEqual(["counted", "suspected"]);
		expect(ends["suspected"]).toBeGreaterThanOrEqual(100);
	});

	it("is suspected too where each page is in view for a second", () => {
		const driven = views(300, 300_000).flatMap((view) => [
			view,
			{ ...view, atMs: view.atMs + 900, event: looked(900) },
		]);
		expect(endsOf(driven)["suspected"]).toBeGreaterThanOrEqual(200);
	});

	it("is judged by the times at which its views happened, not by their arrival", () =>
		expect(
			endsOf(
				views(300, 300_000).map((view) => ({
					...view,
					atMs: 300_000,
					heldMs: 300_000 - view.atMs,
				})),
			)["suspected"],
		).toBeGreaterThanOrEqual(100));

	it("is suspected through a proxy that distributes its requests among workers", () => {
		const judges = Array.from({ length: 4 }, () => gateway(4));
		const ends = views(600, 300_000, () => ({ isProxied: true })).map((view, index) =>
			judges[index % 4]?.(view),
		);
		expect(ends).toContain("suspected");
	});

	it("is classified as a bot where a rented server supports the suspicion", () => {
		const network: Network = {
			asn: 24940,
			asnOrganization: "",
			provider: "Hetzner",
			kind: "hosting",
		};
		expect(
			endsOf(views(300, 300_000, () => ({ network })))["bot_asn,rate_anomaly"],
		).toBeGreaterThan(0);
	});

	it("that posts 2,000 events without page loads in ten seconds hits the limit of its address", () =>
		expect(endsOf(views(2_000, 9_999, () => ({ page: undefined })))).toEqual({
			counted: 500,
			address: 1_500,
		}));

	it("does not affect other addresses or later times", () => {
		const judge = gateway();
		endsOf(views(300, 300_000), judge);
		expect(judge({ atMs: 300_000, page: "x", address: "203.0.113.6" })).toBe("counted");
		expect(judge({ atMs: 900_000, page: "y" })).toBe("counted");
	});
});
