import type { BadgeTone } from "../../ui/form/choice.tsx";
import type { ErrorRow } from "./error-rows.ts";

/** What somebody has decided about an error, and what follows from it. */
export type ErrorState = NonNullable<ErrorRow["state"]>;

/** The lists of errors by what is to be done; the first is the usual one. */
export const STATE_TABS = ["todo", "resolved", "ignored", "all"] as const;
export type StateTab = (typeof STATE_TABS)[number];

/** The list that the URL names. */
export const tabOf = (line: string | undefined): StateTab =>
	STATE_TABS.find((tab) => tab === line) ?? STATE_TABS[0];

export const STATE_TONES: Readonly<Record<ErrorState["state"], BadgeTone>> = {
	new: "warn",
	came_back: "bad",
	resolved: "good",
	ignored: "plain",
};

/** The releases of an error, from the first to the last; "" if none is known. */
export const releasesText = ({
	firstRelease = "",
	lastRelease = "",
}: Pick<ErrorRow, "firstRelease" | "lastRelease">): string =>
	firstRelease === lastRelease ? firstRelease : `${firstRelease} – ${lastRelease}`;

/** The rows that are selected and still listed. */
export const selectedAmong = (
	rows: readonly ErrorRow[],
	selected: ReadonlySet<string>,
): readonly string[] =>
	rows.flatMap(({ errorId }) => (errorId !== undefined && selected.has(errorId) ? [errorId] : []));
