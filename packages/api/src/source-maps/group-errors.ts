import type { RunSql } from "@footfall/reports/report/report";
import { ApiError } from "@footfall/shared/api-error";
import { sql } from "kysely";
import type { Database } from "../database/schema.ts";
import { type ErrorSample, type GroupOfStack, groupOfStack } from "./group-of-stack.ts";
import type { MapStorage } from "./stored-maps.ts";
import { MOST_GROUPS, samplesOf, ungroupedErrors } from "./ungrouped-errors.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Groups without a source map are tried again after that, since another release may have one. */
const TRY_AGAIN_MS = DAY_MS;
/** Groups whose stacks are read together. */
const BATCH = 10;
/** A run that takes longer is continued by the next one. */
const MOST_MS = 60_000;

/** What ends a run early. */
export interface RunLimits {
	signal?: AbortSignal | undefined;
	/** After that, no more groups are begun; a minute by default. */
	mostMs?: number;
}
/** Rows of a site of each kind; aliases beyond are not used. */
const MOST_ROWS = 5000;

/** What a run compares. */
export interface GroupingTask {
	siteId: number;
	/** Groups with an occurrence that was received since then. */
	receivedSince: Date;
	mapsAt: Date;
	changedAt: Date;
}

interface Found {
	rawGroup: string;
	/** null if no source map fits. */
	canonicalGroup: string | null;
	isPartial: boolean;
}

/** The groups that need not be compared again. */
const knownGroups = async (
	database: Database,
	{ siteId, mapsAt, changedAt }: GroupingTask,
	now: number,
): Promise<string[]> => {
	const rows = await database
		.selectFrom("error_group_alias")
		.select(["rawGroup", "canonicalGroup", "isPartial", "resolvedAt"])
		.where("siteId", "=", siteId)
		.orderBy("resolvedAt", "desc")
		.limit(2 * MOST_ROWS)
		.execute();
	return rows.flatMap(({ rawGroup, canonicalGroup, isPartial, resolvedAt }) => {
		const isSince = (limit: Date) => resolvedAt >= limit;
		if (canonicalGroup === null)
			return isSince(mapsAt) && isSince(new Date(now - TRY_AGAIN_MS)) ? [rawGroup] : [];
		return isSince(isPartial && mapsAt > changedAt ? mapsAt : changedAt) ? [rawGroup] : [];
	});
};

/**
 * Which error a group is. A minified stack tells less than its sources: a group of several errors stays as it is, since
 * its occurrences cannot be told apart in the store.
 */
const foundOf = (rawGroup: string, groups: readonly (GroupOfStack | undefined)[]): Found => {
	const resolved = groups.filter((one) => one !== undefined);
	const isPartial = resolved.some((one) => one.isPartial);
	const [first, ...others] = new Set(resolved.map(({ group }) => group));
	if (first === undefined) return { rawGroup, canonicalGroup: null, isPartial: false };
	return { rawGroup, canonicalGroup: others.length > 0 ? rawGroup : first, isPartial };
};

/** Stores what was found; what nobody could resolve never replaces an alias. Decisions about an error go with it. */
const store = async (
	database: Database,
	siteId: number,
	found: readonly Found[],
	now: number,
): Promise<void> => {
	await sql`
		WITH "found" AS (
			SELECT * FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
				AS "row" ("rawGroup" text, "canonicalGroup" text, "isPartial" boolean)
		), "gone" AS (
			SELECT DISTINCT ON ("old"."canonicalGroup") "old"."canonicalGroup" AS "errorId", "found"."canonicalGroup" AS "into"
			FROM "found"
			JOIN "error_group_alias" AS "old" ON "old"."siteId" = ${siteId} AND "old"."rawGroup" = "found"."rawGroup"
			WHERE "found"."canonicalGroup" IS NOT NULL AND "old"."canonicalGroup" <> "found"."canonicalGroup"
				AND "old"."canonicalGroup" <> "old"."rawGroup"
				AND NOT EXISTS (
					SELECT FROM "error_group_alias" AS "other"
					WHERE "other"."siteId" = ${siteId} AND "other"."canonicalGroup" = "old"."canonicalGroup"
						AND "other"."rawGroup" NOT IN (SELECT "rawGroup" FROM "found"))
			ORDER BY "old"."canonicalGroup", "found"."rawGroup"
		), "decision" AS (
			DELETE FROM "error_state" USING "gone"
			WHERE "siteId" = ${siteId} AND "error_state"."errorId" = "gone"."errorId"
			RETURNING "gone"."into", "state", "release", "untilCount", "untilTime", "decidedAt", "userId"
		), "moved" AS (
			INSERT INTO "error_state" ("siteId", "errorId", "state", "release", "untilCount", "untilTime", "decidedAt", "userId")
			SELECT DISTINCT ON ("into") ${siteId}::integer, "into", "state", "release", "untilCount", "untilTime", "decidedAt", "userId"
			FROM "decision" ORDER BY "into", "decidedAt" DESC
			ON CONFLICT DO NOTHING
		)
		INSERT INTO "error_group_alias" ("siteId", "rawGroup", "canonicalGroup", "isPartial", "resolvedAt")
		SELECT ${siteId}::integer, "rawGroup", "canonicalGroup", "isPartial", ${new Date(now)}::timestamptz FROM "found"
		ORDER BY "rawGroup"
		ON CONFLICT ("siteId", "rawGroup") DO UPDATE SET
			"canonicalGroup" = coalesce(excluded."canonicalGroup", "error_group_alias"."canonicalGroup"),
			"isPartial" = CASE WHEN excluded."canonicalGroup" IS NULL THEN "error_group_alias"."isPartial" ELSE excluded."isPartial" END,
			"resolvedAt" = excluded."resolvedAt"`.execute(database);
};

/** Removes the oldest rows of a site, so that they cannot become more and more. */
const removeOldest = async (database: Database, siteId: number): Promise<void> => {
	await sql`
		DELETE FROM "error_group_alias" WHERE "siteId" = ${siteId} AND "rawGroup" IN (
			SELECT "rawGroup" FROM (
				SELECT "rawGroup", row_number() OVER (PARTITION BY "canonicalGroup" IS NULL ORDER BY "resolvedAt" DESC) AS "place"
				FROM "error_group_alias" WHERE "siteId" = ${siteId}
			) AS "all" WHERE "place" > ${MOST_ROWS})`.execute(database);
};

/** What comparing errors needs. */
export interface GroupingTools {
	storage: MapStorage;
	runSql: RunSql;
	/** ms since the epoch. */
	now: () => number;
}

const groupsOfSamples = async (
	{ storage, now }: GroupingTools,
	siteId: number,
	samples: readonly ErrorSample[],
): Promise<(GroupOfStack | undefined)[]> => {
	const groups: (GroupOfStack | undefined)[] = [];
	for (const sample of samples) groups.push(await groupOfStack(storage, siteId, sample, now()));
	return groups;
};

/**
 * Compares the errors of a site by their sources: up to 500 groups, those with most occurrences first. What was compared is
 * stored as it goes.
 * @returns whether there are none left
 */
export const groupErrors = async (
	tools: GroupingTools,
	task: GroupingTask,
	{ signal, mostMs = MOST_MS }: RunLimits = {},
): Promise<boolean> => {
	const { storage, runSql, now } = tools;
	const { siteId } = task;
	const since = task.receivedSince.getTime();
	const startedAt = now();
	const began = performance.now();
	const known = await knownGroups(storage.database, task, startedAt);
	const groups = await ungroupedErrors(runSql, { siteId, since, known });
	for (let first = 0; first < groups.length; first += BATCH) {
		if (signal?.aborted || performance.now() - began > mostMs) return false;
		const batch = groups.slice(first, first + BATCH);
		const samples = await samplesOf(runSql, { siteId, since, groups: batch });
		const found: Found[] = [];
		try {
			for (const group of batch)
				found.push(foundOf(group, await groupsOfSamples(tools, siteId, samples.get(group) ?? [])));
		} catch (error) {
			// Others wait for the reader of maps, or a bucket does not answer: the next run continues here.
			if (error instanceof ApiError) return false;
			throw error;
		} finally {
			if (found.length > 0) await store(storage.database, siteId, found, startedAt);
		}
	}
	if (groups.length > 0) await removeOldest(storage.database, siteId);
	return groups.length < MOST_GROUPS;
};
