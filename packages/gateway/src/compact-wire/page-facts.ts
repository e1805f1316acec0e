import { MAX_LENGTH } from "@footfall/shared/limits";
import { textOf } from "./absent.ts";

/** What all events of a compact body have in common, under the names of the documented form. */
export interface PageFacts {
	sent_at: unknown;
	hostname: unknown;
	language: unknown;
	screenWidth: unknown;
	screenHeight: unknown;
	maxTouchPoints: number | undefined;
	_bs: number;
	_bsm: number;
}

/** Some zoomed web views report fractions. */
const pixelsOf = (size: unknown) => (typeof size === "number" ? size | 0 : (size ?? undefined));

const DRIVEN = 1;
const NO_OUTER_SIZE = 2;
const NO_CHROME = 4;
const NO_PLUGINS = 16;
/** The score of a browser that reports being driven by a program, which alone is enough for a bot verdict. */
const DRIVEN_SCORE = 3;

/** The signals of automated browsers: only `webdriver` scores by itself, the bot layer weighs the others. */
const signalsOf = (webdriver: unknown, outerSize: unknown, chromeOrPlugins: unknown) => {
	let mask = webdriver ? DRIVEN : 0;
	if (!outerSize) mask |= NO_OUTER_SIZE;
	if (chromeOrPlugins !== true) mask |= chromeOrPlugins ? NO_CHROME : NO_CHROME | NO_PLUGINS;
	return { _bs: webdriver ? DRIVEN_SCORE : 0, _bsm: mask };
};

/** Reads the part of a compact body that precedes its entries. */
export const pageFactsOf = (body: readonly unknown[]): PageFacts => ({
	sent_at: body[1],
	hostname: textOf(body[2], MAX_LENGTH.hostname),
	language: textOf(body[3], MAX_LENGTH.language),
	screenWidth: pixelsOf(body[4]),
	screenHeight: pixelsOf(body[5]),
	// A touch screen is encoded in place of the outer size, as a number below 0.
	maxTouchPoints: typeof body[7] === "number" && body[7] < 0 ? -body[7] | 0 : undefined,
	...signalsOf(body[6], body[7], body[8]),
});
