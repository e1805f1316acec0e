import type { RunSql } from "@footfall/reports/report/report";
import { MAX_EVENT_DELAY_MS } from "@footfall/shared/limits";
import type { ErrorSample } from "./group-of-stack.ts";

/** Groups that one run compares. */
export const MOST_GROUPS = 500;
/** Releases of a group, and occurrences of a release, whose stacks are read. */
const MOST_RELEASES = 4;
const MOST_STACKS = 3;

/** SQL of an occurrence's stack. */
const STACK = "JSONExtractString(properties, 'stack')";

const RECEIVED = `timestamp >= fromUnixTimestamp64Milli({earliest:Int64}, 'UTC')
    AND received_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
    AND type = 'error'`;

const times = (since: number) => ({ since, earliest: since - MAX_EVENT_DELAY_MS });

/** Which of these sites have an error that was received at an instant, ms since the epoch, or later. */
export const sitesWithErrors = async (
	runSql: RunSql,
	sites: readonly number[],
	since: number,
): Promise<Set<number>> => {
	if (sites.length === 0) return new Set();
	const rows = await runSql<{ site: number }>(
		`
  SELECT DISTINCT site_id AS site
  FROM events
  WHERE site_id IN {sites:Array(UInt32)} AND ${RECEIVED} AND error_group != ''`,
		{ ...times(since), sites: [...sites] },
		{ isOfManySites: true },
	);
	return new Set(rows.map(({ site }) => site));
};

/** The groups of a site with a stack that was received since then, without these: the most frequent first. */
export const ungroupedErrors = async (
	runSql: RunSql,
	{ siteId, since, known }: { siteId: number; since: number; known: readonly string[] },
): Promise<string[]> => {
	const rows = await runSql<{ rawGroup: string }>(
		`
  SELECT error_group AS rawGroup, count() AS many
  FROM events
  WHERE site_id = {site:UInt32} AND ${RECEIVED}
    AND error_group != '' AND error_group NOT IN {known:Array(String)} AND ${STACK} != ''
  GROUP BY rawGroup
  ORDER BY many DESC, rawGroup
  LIMIT ${MOST_GROUPS}`,
		{ ...times(since), site: siteId, known: ["", ...known] },
	);
	return rows.map(({ rawGroup }) => rawGroup);
};

interface SampleRow {
	rawGroup: string;
	release: string;
	stacks: string[];
	messages: string[];
	names: string[];
}

/** Occurrences of groups, by group: a few of each of their latest releases, with different stacks. */
export const samplesOf = async (
	runSql: RunSql,
	{ siteId, since, groups }: { siteId: number; since: number; groups: readonly string[] },
): Promise<Map<string, ErrorSample[]>> => {
	const rows = await runSql<SampleRow>(
		`
  SELECT
    error_group AS rawGroup,
    release,
    groupArraySample(${MOST_STACKS}, 1)((${STACK}, JSONExtractString(properties, 'message'), event_name)) AS samples,
    samples.1 AS stacks, samples.2 AS messages, samples.3 AS names
  FROM events
  WHERE site_id = {site:UInt32} AND ${RECEIVED}
    AND error_group IN {groups:Array(String)} AND ${STACK} != ''
  GROUP BY rawGroup, release
  ORDER BY max(timestamp) DESC, release
  LIMIT ${MOST_RELEASES} BY rawGroup`,
		{ ...times(since), site: siteId, groups: [...groups] },
	);
	const samples = new Map<string, Map<string, ErrorSample>>();
	for (const { rawGroup, release, stacks, messages, names } of rows) {
		const own = samples.get(rawGroup) ?? new Map<string, ErrorSample>();
		samples.set(rawGroup, own);
		for (const [number, stack] of stacks.entries()) {
			const sample = { name: names[number] ?? "", message: messages[number] ?? "", stack, release };
			own.set(JSON.stringify([release, stack]), sample);
		}
	}
	return new Map([...samples].map(([group, own]) => [group, [...own.values()]]));
};
