import type { AnswerTo } from "../../api/site-reports.ts";
import type { SeriesAnswer } from "../../format/series.ts";

/** The bot detectors, by the API's names. */
export const LAYERS = [
	"ua_pattern",
	"header_heuristics",
	"client_signals",
	"bot_asn",
	"rate_anomaly",
] as const;
export type Layer = (typeof LAYERS)[number];

/** The purposes of bots, the most interesting to a site first. */
export const PURPOSES = [
	"ai_training",
	"ai_search",
	"ai_agent",
	"search",
	"seo",
	"monitoring",
	"social_preview",
	"security",
	"scripted",
	"headless",
] as const;
export type Purpose = (typeof PURPOSES)[number];

export const WHO = ["bot_operator", "bot_name", "bot_purpose", "asn_org", "bot_claim"] as const;
export const WHAT = ["pathname", "browser", "country", "referrer", "matched_ua_pattern"] as const;
export type BotDimension = (typeof WHO)[number] | (typeof WHAT)[number];

/** What the chart draws, and whether it is limited to one layer. */
export interface BotsView {
	lines: "all" | "layers" | "purposes";
	layer: Layer | undefined;
}

/** Reads `line=purposes` or `line=bot_asn`. */
export const botsView = (line: string | undefined): BotsView => {
	const layer = LAYERS.find((one) => one === line);
	const lines = line === "all" || line === "purposes" ? line : layer ? "all" : "layers";
	return { lines, layer };
};

/** The list whose rows are all shown in a dialog. */
export type WholeList = "who" | "what";

/** What each of the two lists shows, from `open=bot_name.country`. */
export const chosenLists = (
	open: string | undefined,
): { who: (typeof WHO)[number]; what: (typeof WHAT)[number]; all: WholeList | undefined } => {
	const parts = open?.split(".") ?? [];
	return {
		all: (["who", "what"] as const).find((one) => parts.includes(one)),
		who: WHO.find((one) => parts.includes(one)) ?? WHO[0],
		what: WHAT.find((one) => parts.includes(one)) ?? WHAT[0],
	};
};

export const openOfLists = (
	who: (typeof WHO)[number],
	what: (typeof WHAT)[number],
	all?: WholeList,
): string | undefined => {
	const parts = [
		...(who === WHO[0] ? [] : [who]),
		...(what === WHAT[0] ? [] : [what]),
		...(all === undefined ? [] : [all]),
	];
	return parts.length === 0 ? undefined : parts.join(".");
};

/** The dimensions by which the API can filter bots; other filters in the URL do not apply to them. */
const FILTERED_BY: ReadonlySet<string> = new Set([
	...["browser", "browser_version", "operating_system", "operating_system_version"],
	...["country", "region", "city", "device_type", "referrer", "hostname", "pathname"],
	...["querystring", "dimensions", "user_id", "lat", "lon"],
]);
export const concernsBots = (field: string): boolean => FILTERED_BY.has(field);

type Operator = AnswerTo<"bots/ai-summary">["data"][number];

/** All requests of an operator over time. */
export const readsOfOperator = ({ bots }: Operator): [time: string, reads: number][] => {
	const sums = new Map<string, number>();
	for (const { trend = [] } of bots)
		for (const [time, reads] of trend) sums.set(time, (sums.get(time) ?? 0) + reads);
	return [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
};

/** A series with a value for every time of a chart, so that sparklines in one column have the same days. */
export const alignedReads = (
	reads: readonly (readonly [time: string, reads: number])[],
	times: readonly string[],
): number[] => {
	const known = new Map(reads);
	return times.map((time) => known.get(time) ?? 0);
};

/** Lines that are not empty, the highest first. */
export const linesBySize = (lines: SeriesAnswer["lines"]): SeriesAnswer["lines"] => {
	const sumOf = ({ points }: (typeof lines)[number]) =>
		points.reduce((sum, { value }) => sum + (value ?? 0), 0);
	const shown = lines.filter((line) => sumOf(line) > 0);
	return shown.length === 0
		? lines.slice(0, 1)
		: [...shown].sort((one, other) => sumOf(other) - sumOf(one));
};
