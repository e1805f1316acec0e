import { ERROR_ID, MESSAGE } from "../errors/one-error.ts";
import { at } from "../overview/sites-overview.ts";
import type { RunSql } from "../report/report.ts";
import type { ManySitesWindow } from "./counts-of-sites.ts";

const IS_ERROR = `type = 'error' AND ${MESSAGE} != ''`;
const MOST_ERRORS = 1_000;
const MESSAGE_CHARACTERS = 300;

/** An error that occurs on a site for the first time. */
export interface NewError {
	site: number;
	errorId: string;
	message: string;
	count: number;
}

/**
 * The errors of a window that did not occur on their site in the time before it, the most frequent first.
 * @param since ms since the epoch
 * @param isKnown whether an error was found to be old before
 */
export const newErrorsOfSites = async (
	runSql: RunSql,
	{ sites, from, to }: ManySitesWindow,
	{ since, isKnown }: { since: number; isKnown: (site: number, errorId: string) => boolean },
): Promise<NewError[]> => {
	if (sites.length === 0) return [];
	const options = { isOfManySites: true };
	const found = await runSql<NewError>(
		`
  SELECT site_id AS site, ${ERROR_ID} AS errorId, substringUTF8(any(${MESSAGE}), 1, ${MESSAGE_CHARACTERS}) AS message, count() AS count
  FROM events
  WHERE site_id IN {sites:Array(UInt32)} AND timestamp >= ${at("from")} AND timestamp < ${at("to")} AND ${IS_ERROR}
  GROUP BY site, errorId
  ORDER BY count DESC, site, errorId
  LIMIT ${MOST_ERRORS}`,
		{ sites: [...sites], from, to },
		options,
	);
	const unknown = found.filter(({ site, errorId }) => !isKnown(site, errorId));
	if (unknown.length === 0) return [];
	const old = await runSql<{ site: number; errorId: string }>(
		`
  SELECT site_id AS site, ${ERROR_ID} AS errorId
  FROM events
  WHERE site_id IN {sites:Array(UInt32)} AND timestamp >= ${at("since")} AND timestamp < ${at("from")} AND ${IS_ERROR}
    AND errorId IN {errors:Array(String)}
  GROUP BY site, errorId`,
		{
			sites: [...new Set(unknown.map(({ site }) => site))],
			...{ since, from, errors: [...new Set(unknown.map(({ errorId }) => errorId))] },
		},
		options,
	);
	const isOld = new Set(old.map(({ site, errorId }) => `${site} ${errorId}`));
	return unknown
		.filter(({ site, errorId }) => !isOld.has(`${site} ${errorId}`))
		.map((error) => ({ ...error, count: Number(error.count) }));
};
