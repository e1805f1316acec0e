import type { ImportState } from "@footfall/api";

const linesOf = (verdict: string, reasons: Readonly<Record<string, number>>): string[] =>
	Object.entries(reasons).map(([reason, count]) => `  ${count} ${verdict}: ${reason}\n`);

/** An import's result as lines: how much was imported, and what was skipped and why. */
export const importSummary = (
	verb: string,
	counts: Pick<ImportState, "importedEvents" | "definitions" | "skipped" | "invalid"> &
		Partial<Pick<ImportState, "noted">>,
): string =>
	[
		`${counts.importedEvents} ${verb}\n`,
		...Object.entries(counts.definitions).map(([kind, count]) => `  ${kind}: ${count}\n`),
		...linesOf("skipped", counts.skipped),
		...linesOf("invalid", counts.invalid),
		...linesOf("noted", counts.noted ?? {}),
	].join("");
