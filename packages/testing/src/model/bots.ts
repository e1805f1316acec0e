import type { EventStore } from "@footfall/store";
import fc from "fast-check";
import {
	countedRows,
	countedSessions,
	grouped,
	percent,
	type ReferenceQuery,
	type ReferenceSession,
	ranked,
	shares,
	sum,
} from "./expected.ts";
import { device, place, type SiteEvent } from "./random-site.ts";
import { bucketStart, channelOf, inOrder, passes, textOf } from "./semantics.ts";

/** Requests of bots, and their reports, computed naively. */

const LAYERS = ["ua_pattern", "header_heuristics", "client_signals", "bot_asn", "rate_anomaly"];

/** A bot's request: as much of an event as is known of it, and the bot's identity. */
export interface BotRequest extends SiteEvent {
	layers: readonly string[];
	verdict: Readonly<Record<string, string>>;
}

const request = fc.record({
	site: fc.constantFrom(0, 0, 0, 1),
	sinceMs: fc.integer({ min: -30, max: 30 }).map((hours) => hours * 3_600_000),
	user: fc.integer({ min: 1, max: 3 }),
	hostname: fc.constantFrom("example.com", "shop.example.com"),
	pathname: fc.constantFrom("/", "/a", "/a/b", "/ä%_\\", ""),
	querystring: fc.constantFrom("", "?q=1"),
	referrer: fc.constantFrom("", "https://www.google.com/search"),
	asnOrg: fc.constantFrom("Example Net", ""),
	device,
	place,
	layers: fc.subarray(LAYERS),
	verdict: fc.constantFrom(
		...[
			["ai", "GPTBot", "OpenAI", "ai_training", "claimed"],
			["ai", "ChatGPT-User", "OpenAI", "ai_agent", "verified"],
			["ai", "ClaudeBot", "Anthropic", "ai_training", "claimed"],
			["ai", "PerplexityBot", "Perplexity", "ai_search", "claimed"],
			["search", "bingbot", "Microsoft", "search", "claimed"],
			["seo", "AhrefsBot", "Ahrefs", "seo", ""],
			["ai", "SomeBot", "", "ai_search", ""],
			["headless", "", "", "headless", ""],
			["", "", "", "", ""],
		].map(
			([
				bot_category = "",
				bot_name = "",
				bot_operator = "",
				bot_purpose = "",
				bot_claim = "",
			]) => ({
				bot_category,
				matched_ua_pattern: bot_name.toLowerCase(),
				bot_name,
				bot_operator,
				bot_purpose,
				bot_claim,
				asn_provider: bot_claim === "" ? "" : "Example Cloud",
			}),
		),
	),
});

/** Requests of bots around a moment that is chosen later. */
export const botRequests = fc.array(request, { maxLength: 24, size: "max" });
type Requests = typeof botRequests extends fc.Arbitrary<infer Value> ? Value : never;

/** Requests as a world's site has them. */
export const requestsAround = (requests: Requests, moment: number, site: number): BotRequest[] =>
	requests.map(({ site: nth, sinceMs, device, place, ...rest }, offset) => ({
		...rest,
		...device,
		...place,
		site: site + nth,
		at: moment + sinceMs,
		offset,
		session: 0,
		identified: "",
		type: "pageview",
		eventName: "",
		properties: "",
		pageTitle: "",
		channel: "",
		urlParameters: {},
		tag: "",
		featureFlags: {},
		language: "",
		timezone: "",
		deviceModel: "",
		appVersion: "",
		pageId: "",
	}));

const VERDICT = [
	"bot_category",
	"matched_ua_pattern",
	"bot_name",
	"bot_operator",
	"bot_purpose",
	"bot_claim",
	"asn_provider",
];

const COLUMNS = [
	"site_id",
	"timestamp",
	"event_id",
	"type",
	"user_id",
	"hostname",
	"pathname",
	"querystring",
	"referrer",
	"browser",
	"browser_version",
	"operating_system",
	"operating_system_version",
	"device_type",
	"screen_width",
	"screen_height",
	"country",
	"region",
	"city",
	"lat",
	"lon",
	"asn_org",
	...LAYERS,
	...VERDICT,
	"source",
	"source_offset",
];

export const insertBots = async (store: EventStore, requests: readonly BotRequest[]) => {
	if (requests.length === 0) return;
	const rows = requests.map((bot) => [
		bot.site,
		new Date(bot.at).toISOString().replace("T", " ").replace("Z", ""),
		`b${bot.site}-${bot.offset}`,
		bot.type,
		String(bot.user),
		bot.hostname,
		bot.pathname,
		bot.querystring,
		bot.referrer,
		bot.browser,
		bot.browserVersion,
		bot.operatingSystem,
		bot.operatingSystemVersion,
		bot.deviceType,
		bot.screenWidth,
		bot.screenHeight,
		bot.country,
		bot.region,
		bot.city,
		bot.lat,
		bot.lon,
		bot.asnOrg,
		...LAYERS.map((layer) => (bot.layers.includes(layer) ? 1 : 0)),
		...VERDICT.map((name) => bot.verdict[name] ?? ""),
		"test",
		bot.offset,
	]);
	await store.insert("bots", COLUMNS, rows);
};

/** The dimensions of a bot; other filters of a dashboard do not apply to it. */
const FILTERABLE = (
	"browser browser_version operating_system operating_system_version country region city device_type referrer " +
	"hostname pathname querystring dimensions user_id lat lon"
).split(" ");

const aboutBots = (question: ReferenceQuery): ReferenceQuery => ({
	...question,
	filters: question.filters.filter(({ parameter }) => FILTERABLE.includes(parameter)),
});

/** @param layer any text other than a layer's name restricts nothing */
const meantOf = (bots: readonly BotRequest[], question: ReferenceQuery, layer = "") => {
	const { isInRange, filters } = aboutBots(question);
	return bots
		.filter((bot) => isInRange(bot.at) && passes([bot], filters))
		.filter((bot) => !LAYERS.includes(layer) || bot.layers.includes(layer));
};

export const overview = (
	{ bots, events }: { bots: readonly BotRequest[]; events: readonly SiteEvent[] },
	question: ReferenceQuery,
	layer: string,
) => {
	const found = meantOf(bots, question, layer);
	const people = countedRows(events, aboutBots(question));
	const total = meantOf(bots, question).length + people.length;
	return {
		bot_requests: found.length,
		total_events: total,
		bot_percentage: percent(found.length, total),
		...Object.fromEntries(
			LAYERS.map((name) => [name, found.filter(({ layers }) => layers.includes(name)).length]),
		),
		suspected_events: 0,
		suspected_sessions: 0,
	};
};

const PURPOSES: Readonly<Record<string, readonly string[]>> = {
	ai: ["ai_training", "ai_search", "ai_agent"],
	ai_crawler: ["ai_training", "ai_search"],
};
const hasPurpose =
	(purpose: string) =>
	({ verdict }: BotRequest) =>
		purpose === "" || (PURPOSES[purpose] ?? [purpose]).includes(verdict["bot_purpose"] ?? "");

/** @param times every bucket that the range touches, or none for an open range */
export const series = (
	bots: readonly BotRequest[],
	question: ReferenceQuery,
	{ layer, purpose }: { layer: string; purpose: string },
	bucket: string,
	times: readonly string[],
) => {
	const at = meantOf(bots, question, layer)
		.filter(hasPurpose(purpose))
		.map((bot) => bucketStart(bot.at, bucket, question.timeZone));
	return [...new Set([...times, ...at])].sort().map((time) => ({
		time,
		bot_requests: at.filter((one) => one === time).length,
	}));
};

export const byDimension = (
	bots: readonly BotRequest[],
	question: ReferenceQuery,
	dimension: string,
	{ layer, purpose }: { layer: string; purpose: string },
) => {
	const textOfBot = (bot: BotRequest) => bot.verdict[dimension] ?? textOf(bot, dimension);
	const found = meantOf(bots, question, layer)
		.filter(hasPurpose(purpose))
		.filter((bot) => textOfBot(bot) !== "");
	return shares(
		grouped(inOrder(found) as BotRequest[], textOfBot).map(([value, here]) => ({
			value,
			hostname: dimension === "pathname" ? here.at(-1)?.hostname : "",
			count: here.length,
		})),
	);
};

/** Assistants of these tests' worlds; one without an operator is its own. */
const OPERATOR_OF: Readonly<Record<string, string>> = {
	"chatgpt.com": "OpenAI",
	"chat.openai.com": "OpenAI",
	"perplexity.ai": "Perplexity",
	"gemini.google.com": "Google",
};

/** The source of an assistant's visit: from the first of its events of that channel that has one. */
const assistantOf = ({ all }: ReferenceSession): string =>
	all
		.filter(({ channel }) => channel === "AI")
		.map((event) => textOf(event, "referrer") || textOf(event, "utm_source").toLowerCase())
		.find((text) => text !== "") ?? "";

/** How often each value occurs, the most frequent first. */
const counted = (values: readonly string[]) =>
	ranked(grouped(values, (value) => value).map(([value, same]) => ({ value, count: same.length })));
const distinctPages = (bots: readonly BotRequest[]) =>
	new Set(bots.map(({ pathname }) => pathname).filter((pathname) => pathname !== "")).size;

export const aiSummary = (
	{ bots, events }: { bots: readonly BotRequest[]; events: readonly SiteEvent[] },
	question: ReferenceQuery,
	bucket: string | undefined,
) => {
	const reads = meantOf(bots, question).filter(
		({ verdict }) =>
			verdict["bot_operator"] !== "" && PURPOSES["ai"]?.includes(verdict["bot_purpose"] ?? ""),
	);
	const sent = countedSessions(events, question)
		.filter(({ rows }) => channelOf(rows) === "AI")
		.map(assistantOf)
		.filter((domain) => domain !== "");
	const operatorOf = (domain: string) => OPERATOR_OF[domain] ?? domain;
	const operators = [
		...reads.map(({ verdict }) => verdict["bot_operator"] ?? ""),
		...sent.map(operatorOf),
	];
	const rows = [...new Set(operators)].map((operator) => {
		const here = reads.filter(({ verdict }) => verdict["bot_operator"] === operator);
		const purposeReads = (purpose: string) =>
			here.filter(({ verdict }) => verdict["bot_purpose"] === purpose).length;
		const domains = counted(sent.filter((domain) => operatorOf(domain) === operator));
		const referrals = sum(domains.map(({ count }) => count));
		const agents = grouped(here, ({ verdict }) =>
			JSON.stringify([verdict["bot_name"], verdict["bot_purpose"]]),
		).map(([key, same]) => {
			const [name, purpose] = JSON.parse(key) as [string, string];
			const times = same.map(({ at }) => bucketStart(at, bucket ?? "day", question.timeZone));
			const trend = [...new Set(times)]
				.sort()
				.map((time) => [time, times.filter((one) => one === time).length]);
			return {
				value: name,
				count: same.length,
				bot: {
					name,
					purpose,
					reads: same.length,
					pages: distinctPages(same),
					...(bucket !== undefined && { trend }),
				},
			};
		});
		return {
			operator,
			crawls: here.length,
			training_crawls: purposeReads("ai_training"),
			search_crawls: purposeReads("ai_search"),
			agent_requests: purposeReads("ai_agent"),
			referrals,
			crawls_per_referral: referrals === 0 ? 0 : Math.round((here.length * 10) / referrals) / 10,
			pages: distinctPages(here),
			referrer_domains: domains.map(({ value }) => value),
			bots: ranked(agents).map(({ bot }) => bot),
		};
	});
	return rows.sort(
		(one, other) =>
			other.crawls - one.crawls ||
			other.referrals - one.referrals ||
			(one.operator < other.operator ? -1 : 1),
	);
};
