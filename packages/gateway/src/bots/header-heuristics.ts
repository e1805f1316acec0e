import type { Layer } from "./layer.ts";

const THRESHOLD = 5;
const FRAMEWORK_POINTS = 5;
const HEADLESS_POINTS = 3;
const NO_LANGUAGE_POINTS = 3;
const MINOR_POINTS = 2;

const CHROME = /\bChrome\/(\d+)/;
/** The first Chrome that sends `Sec-Fetch-Site`, to trustworthy origins only. */
const FIRST_WITH_FETCH_METADATA = 76;
/** What a current system still runs is newer than this. */
const OLDEST_PLAUSIBLE = 80;
const MODERN_SYSTEM =
	/Windows NT 10\.0|Mac OS X 1[1-9]|Mac OS X 10_15|Android (1[1-9]|[2-9]\d)|CrOS/;

/**
 * Scores what a browser always sends and a script seldom thinks of. No single header condemns: a proxy may
 * drop one, and Chrome sends no fetch metadata to plain HTTP.
 */
export const headerHeuristics: Layer = ({ visit: { site, headers, userAgent }, agent }) => {
	if (site.settings.type !== "web") return false;
	const chrome = Number(CHROME.exec(userAgent)?.[1] ?? 0);
	const encodings = headers["accept-encoding"];
	let score = 0;
	if (agent?.category === "framework") score += FRAMEWORK_POINTS;
	if (agent?.category === "headless") score += HEADLESS_POINTS;
	if (headers["accept-language"] === undefined) score += NO_LANGUAGE_POINTS;
	if (headers.accept === undefined) score += MINOR_POINTS;
	if (encodings === undefined || !String(encodings).includes("gzip")) score += MINOR_POINTS;
	if (chrome >= FIRST_WITH_FETCH_METADATA && headers["sec-fetch-site"] === undefined)
		score += MINOR_POINTS;
	if (headers["sec-fetch-mode"] === "navigate") score += MINOR_POINTS;
	if (chrome > 0 && chrome < OLDEST_PLAUSIBLE && MODERN_SYSTEM.test(userAgent))
		score += MINOR_POINTS;
	return score >= THRESHOLD;
};
