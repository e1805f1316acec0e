import { describe } from "vitest";

/** An outside engine that some tests need, and why it cannot be had here; `undefined` when it can. */
export type MissingEngine = { name: string; reason: string } | undefined;

/** What the title of tests that are skipped says: why, and so how they can be had. */
export const skipReasonOf = (title: string): string | undefined =>
	/ \(skipped: (.*)\)$/s.exec(title)?.[1];

/**
 * `describe` for tests that need an outside engine. Where there is none they are shown as skipped with the
 * reason, unless FOOTFALL_REQUIRE (a list with commas) names the engine: then its absence is a failure.
 */
export const describeWithEngine = (
	title: string,
	missing: MissingEngine,
	tests: () => void,
): void => {
	if (missing === undefined) {
		describe(title, tests);
		return;
	}
	const required = (process.env["FOOTFALL_REQUIRE"] ?? "").split(",").map((name) => name.trim());
	if (required.includes(missing.name))
		throw new Error(`FOOTFALL_REQUIRE asks for ${missing.name}: ${missing.reason}`);
	console.warn(`${title}: skipped, because there is ${missing.reason}`);
	describe.skip(`${title} (skipped: ${missing.reason})`, tests);
};
