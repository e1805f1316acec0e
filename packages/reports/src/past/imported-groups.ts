import { type FittedPast, fitPast, type PastRequest, type UsedPast } from "./fit-past.ts";
import type { PastContext } from "./past-of-site.ts";

/** The columns of a breakdown's groups that are counted, and what imported sums add to them. */
const ADDED: Readonly<Record<string, string>> = {
	sessions: "visits",
	views: "pageviews",
	bounces: "bounces",
	on_page_ms: "0",
	measured_views: "0",
};

/** How groups of one kind and imported sums are added up. */
export interface AddedGroups {
	/** The groups' counts. */
	figures: readonly string[];
	/** A column of text or of a time, which only own groups have. */
	text?: "shown" | "latest_ms" | undefined;
	/** What `sessions` counts: `visits` unless given. */
	sessions?: "visits" | "events";
	/** What `views` counts: `pageviews` unless given. */
	views?: "pageviews" | "visits";
	/** The empty value is a group, too. */
	hasEmpty?: boolean;
}

/**
 * SQL for groups with the imported sums of the same values.
 * @param own SQL for the groups of the site's own events
 */
export const withImportedGroups = (
	own: string,
	past: Pick<UsedPast, "sql">,
	{ figures, text, sessions = "visits", views = "pageviews", hasEmpty = false }: AddedGroups,
): string => {
	const added: Readonly<Record<string, string>> = { ...ADDED, sessions, views };
	const nothing = text === "shown" ? "''" : "toInt64(0)";
	const shown = text === "latest_ms" ? "toInt64(latest_ms)" : text;
	const columnsOf = (from: (name: string) => string) =>
		figures.map((name) => `toInt64(${from(name)}) AS some_${name}`).join(", ");
	// Both come from different files of an export.
	const sumOf = (name: string) =>
		name === "bounces" ? "least(sum(some_bounces), sum(some_sessions))" : `sum(some_${name})`;
	return `
    SELECT value, ${text ? `max(some_${text}) AS ${text}, ` : ""}${figures.map((name) => `${sumOf(name)} AS ${name}`).join(", ")}
    FROM (
      SELECT value, ${shown ? `${shown} AS some_${text}, ` : ""}${columnsOf((name) => name)}
      FROM (${own})
      UNION ALL
      SELECT value, ${shown ? `${nothing} AS some_${text}, ` : ""}${columnsOf((name) => added[name] ?? "0")}
      FROM (${past.sql})${hasEmpty ? "" : "\n      WHERE value != ''"}
    )
    GROUP BY value
    HAVING ${figures.includes("views") ? "sessions > 0 OR views > 0" : hasEmpty ? "1" : "sessions > 0"}`;
};

/** Fits imported sums to a breakdown, and to that of the other period. */
export const pastsOf = async (
	context: PastContext & { query: Parameters<typeof fitPast>[1] },
	other: Parameters<typeof fitPast>[1] | undefined,
	request: PastRequest,
): Promise<{ own: FittedPast | undefined; other: FittedPast | undefined }> => {
	const [own, before] = await Promise.all([
		fitPast(context, context.query, request),
		other && fitPast(context, other, request),
	]);
	return { own, other: before };
};

export const usedOf = (past: FittedPast | undefined): UsedPast | undefined =>
	past?.isUsed ? past : undefined;
