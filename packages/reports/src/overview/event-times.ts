import type { RunSql } from "../report/report.ts";

/** In the order of the table's key: it reads a few rows, however many exist. */
const textOf = (direction: "ASC" | "DESC") => `
  SELECT toUnixTimestamp64Milli(timestamp) AS at
  FROM events
  WHERE site_id = {site:UInt32}
  ORDER BY site_id ${direction}, timestamp ${direction}
  LIMIT 1`;

/** When a site's first and last event happened, as ISO 8601; null if it has none. */
export const eventTimesOf = async (
	runSql: RunSql,
	site: number,
): Promise<{ firstEventAt: string | null; lastEventAt: string | null }> => {
	const instant = async (direction: "ASC" | "DESC") => {
		const [row] = await runSql<{ at: number }>(textOf(direction), { site });
		return row ? new Date(row.at).toISOString() : null;
	};
	return { firstEventAt: await instant("ASC"), lastEventAt: await instant("DESC") };
};
