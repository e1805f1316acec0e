import { describe } from "vitest";

/** An external engine that some tests need, and why it is unavailable here; `undefined` when it is available. */
export type MissingEngine = { name: string; reason: string } | undefined;

/** The title of skipped tests contains the reason, and so how to get the engine. */
export const skipReasonOf = (title: string): string | undefined =>
	/ \(skipped: (.*)\)$/s.exec(title)?.[1];

/**
 * `describe` for tests that need an external engine. Without it they are skipped with the reason, unless
 * FOOTFALL_REQUIRE (a comma-separated list) names the engine: then its absence is a failure.
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
