import type { ImportState } from "@footfall/api";

const takenLines = (definitions: Readonly<Record<string, number>>): string[] =>
	Object.entries(definitions).map(([kind, count]) => `  ${kind}: ${count}\n`);

const linesOf = (what: string, reasons: Readonly<Record<string, number>>): string[] =>
	Object.entries(reasons).map(([reason, count]) => `  ${count} ${what}: ${reason}\n`);

/** What came of an import, line by line: how much was taken, and what was not and why. */
export const summaryOf = (
	verb: string,
	counts: Pick<ImportState, "importedEvents" | "definitions" | "skipped" | "invalid">,
): string =>
	[
		`${counts.importedEvents} ${verb}\n`,
		...takenLines(counts.definitions),
		...linesOf("left out", counts.skipped),
		...linesOf("not readable", counts.invalid),
	].join("");
