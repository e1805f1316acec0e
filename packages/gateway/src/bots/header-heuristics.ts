import type { RequestContext } from "../lookup/request-context.ts";
import type { Layer } from "./layer.ts";

const THRESHOLD = 5;

/** The first Chrome that sends `Sec-Fetch-Site`, to trustworthy origins only. */
const FIRST_WITH_FETCH_METADATA = 76;
/** Every system that is still in use runs a newer version. */
const OLDEST_PLAUSIBLE = 80;
const MODERN_SYSTEM =
	/Windows NT 10\.0|Mac OS X 1[1-9]|Mac OS X 10_15|Android (1[1-9]|[2-9]\d)|CrOS/;

interface Signal {
	points: number;
	reason: string | ((chrome: number) => string);
	applies(context: RequestContext, chrome: number): boolean;
}

const AGENT_SIGNALS: readonly Signal[] = [
	{
		points: 5,
		reason: "the agent of a library",
		applies: ({ userAgent }) => userAgent.automated?.category === "framework",
	},
	{
		points: 3,
		reason: "a headless agent",
		applies: ({ userAgent }) => userAgent.automated?.category === "headless",
	},
	{
		points: 2,
		reason: (chrome) => `Chrome ${chrome} on a newer system`,
		applies: ({ userAgent }, chrome) =>
			chrome > 0 && chrome < OLDEST_PLAUSIBLE && MODERN_SYSTEM.test(userAgent.text),
	},
];

const ALL_SIGNALS: readonly Signal[] = [
	...AGENT_SIGNALS,
	{
		points: 3,
		reason: "no Accept-Language",
		applies: ({ headers }) => headers["accept-language"] === undefined,
	},
	{ points: 2, reason: "no Accept", applies: ({ headers }) => headers.accept === undefined },
	{
		points: 2,
		reason: "no gzip in Accept-Encoding",
		applies: ({ headers }) => !headers["accept-encoding"]?.includes("gzip"),
	},
	{
		points: 2,
		reason: "a Chrome without Sec-Fetch-Site",
		applies: ({ headers }, chrome) =>
			chrome >= FIRST_WITH_FETCH_METADATA && headers["sec-fetch-site"] === undefined,
	},
	{
		points: 2,
		reason: "Sec-Fetch-Mode navigate",
		applies: ({ headers }) => headers["sec-fetch-mode"] === "navigate",
	},
];

/**
 * Scores headers that a browser always sends and a script rarely includes. No single header is decisive: a proxy may
 * drop one, and Chrome sends no fetch metadata over plain HTTP. Behind a site's own proxy, which may drop them all,
 * only the agent counts.
 */
export const headerHeuristics: Layer = ({ context }) => {
	const { settings } = context.site;
	if (settings.type !== "web") return undefined;
	const signals = settings.firstPartyProxy ? AGENT_SIGNALS : ALL_SIGNALS;
	const { chrome } = context.userAgent;
	let score = 0;
	for (const { applies, points } of signals) if (applies(context, chrome)) score += points;
	if (score < THRESHOLD) return undefined;
	const reasons = signals
		.filter(({ applies }) => applies(context, chrome))
		.map(
			({ reason, points }) => `${typeof reason === "string" ? reason : reason(chrome)} ${points}`,
		);
	return `${reasons.join(", ")}: ${score} of ${THRESHOLD} points`;
};
