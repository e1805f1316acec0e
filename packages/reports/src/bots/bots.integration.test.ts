import type { EventStore } from "@footfall/store";
import * as reference from "@footfall/testing/model/bots";
import {
	createReportComparison,
	findSegment,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import type { RandomSite } from "@footfall/testing/model/random-site";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
let check: ReturnType<typeof createReportComparison>;

beforeAll(async () => {
	store = await openTestStore();
	// Worlds are years apart; data that a site keeps for only three months could expire at any moment.
	await store.command("ALTER TABLE bots REMOVE TTL");
	check = createReportComparison(store);
	ask = createReportRunner({ store, now: () => Date.parse("2027-06-01T12:00:00Z"), findSegment });
});
afterAll(async () => {
	await store.close();
});

const layers = fc.constantFrom("", "", "ua_pattern", "bot_asn", "rate_anomaly", "no_layer");

/** Loads the bot requests of a world once for all queries about it. */
const withBots = () => {
	const stored = new Map<number, Promise<reference.BotRequest[]>>();
	return (
		site: number,
		moment: number,
		requests: Parameters<typeof reference.requestsAround>[0],
	) => {
		const known = stored.get(site);
		if (known) return known;
		const placed = reference.requestsAround(requests, moment, site);
		const own = placed.filter((bot) => bot.site === site);
		const settled = reference.insertBots(store, placed).then(() => own);
		stored.set(site, settled);
		return settled;
	};
};

describe("reports on bots match the reference computed by hand", () => {
	const settled = withBots();

	it(
		"match it beside people, over time and by dimension",
		() =>
			check(
				fc.record({
					requests: reference.botRequests,
					layer: layers,
					purpose: fc.constantFrom("", "", "ai", "ai_crawler", "ai_agent", "search", "headless"),
					dimension: fc.constantFrom(
						...["browser_version", "city", "referrer", "pathname", "dimensions", "asn_org"],
						...["bot_category", "matched_ua_pattern", "bot_name", "bot_operator", "bot_purpose"],
						...["bot_claim", "asn_provider"],
					),
					page: fc.constantFrom(1, 2, 9),
				}),
				async ({ site, events, parameters, question, bucket, times, moment, more }) => {
					const { requests, layer, purpose, dimension, page } = more;
					const bots = await settled(site, moment, requests);
					expect(await ask(site, "/bots/overview", { ...parameters, layer })).toEqual({
						data: reference.overview({ bots, events }, question, layer),
					});
					const narrowed = { ...parameters, layer, purpose };
					expect(await ask(site, "/bots/time-series", { ...narrowed, bucket })).toEqual({
						data: reference.series(bots, question, { layer, purpose }, bucket, times()),
					});
					const rows = reference.byDimension(bots, question, dimension, { layer, purpose });
					const asked = {
						...parameters,
						dimension,
						layer,
						purpose,
						page: String(page),
						limit: "3",
					};
					expect(await ask(site, "/bots/by-dimension", asked)).toEqual({
						data: { data: rows.slice((page - 1) * 3, page * 3), totalCount: rows.length },
					});
				},
			),
		WITHIN_MS,
	);

	/** Some of a world's visitors come from assistants, by their referrer or by the link's parameters. */
	const sent = fc.array(
		fc.constantFrom(
			{},
			{},
			{ channel: "AI", referrer: "https://chatgpt.com/" },
			{ channel: "AI", referrer: "https://www.perplexity.ai/search" },
			{ channel: "AI", referrer: "https://assistant.example/" },
			{ channel: "AI", referrer: "", urlParameters: { utm_source: "ChatGPT.com" } },
			{ channel: "AI", referrer: "", urlParameters: { utm_source: "chat.openai.com" } },
			{ channel: "AI", referrer: "", urlParameters: {} },
		),
		{ minLength: 1, maxLength: 12, size: "max" },
	);
	const arriving = (
		{ moment, events }: RandomSite,
		{ ways }: { ways: readonly object[] },
	): RandomSite => ({
		moment,
		events: events.map((event, index) => ({ ...event, ...ways[index % ways.length] })),
	});

	it(
		"match it in the summary of AI operators",
		() =>
			check(
				fc.record({ requests: reference.botRequests, ways: sent, withTrend: fc.boolean() }),
				async ({ site, events, parameters, question, bucket, moment, more }) => {
					const bots = await settled(site, moment, more.requests);
					const trend = more.withTrend ? bucket : undefined;
					expect(
						await ask(site, "/bots/ai-summary", { ...parameters, bucket: trend ?? "" }),
					).toEqual({ data: reference.aiSummary({ bots, events }, question, trend) });
				},
				arriving,
			),
		WITHIN_MS,
	);
});
