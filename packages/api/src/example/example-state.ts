import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../database/schema.ts";

/** Longer than a day of traffic takes on the slowest machine: a process without progress for so long has died. */
const SILENT_AFTER_MS = 60_000;

/** Why an example site could not be filled. */
export const EXAMPLE_FAILURES = ["disk-full", "busy", "interrupted", "failed"] as const;
export type ExampleFailure = (typeof EXAMPLE_FAILURES)[number];

const ExampleState = z.object({
	state: z.enum(["filling", "ready", "failed"]),
	/** The site's number; a failed example's site is removed. */
	siteId: z.number(),
	days: z.number(),
	filledDays: z.number(),
	events: z.number(),
	failure: z.enum(EXAMPLE_FAILURES).nullable(),
	/** ms since the epoch. */
	heardAt: z.number(),
});
/** Progress of an organization's example site. */
export type ExampleState = z.infer<typeof ExampleState>;

const PREFIX = "example site of ";
const nameOf = (organizationId: string) => PREFIX + organizationId;

/** The last progress reported by the process that fills it; without recent progress it counts as interrupted. */
const stateOf = (value: string, now: number): ExampleState => {
	const state = ExampleState.parse(JSON.parse(value));
	return state.state === "filling" && state.heardAt < now - SILENT_AFTER_MS
		? { ...state, state: "failed", failure: "interrupted" }
		: state;
};

export interface KnownExample {
	example: ExampleState;
	/** The site's id in addresses; null once it is deleted. */
	site: string | null;
}

/** The state of an organization's example site; undefined if it never had one. */
export const readExample = async (
	database: Database,
	organizationId: string,
	now: number,
): Promise<KnownExample | undefined> => {
	// One statement: between two, a failed site could be removed, and would look like a deleted one.
	const row = await database
		.selectFrom("instance")
		.select("value")
		.select(
			sql<
				string | null
			>`(SELECT id FROM site WHERE "siteId" = (value::json->>'siteId')::integer)`.as("site"),
		)
		.where("name", "=", nameOf(organizationId))
		.executeTakeFirst();
	return row && { example: stateOf(row.value, now), site: row.site };
};

export const writeExample = async (
	database: Database,
	organizationId: string,
	state: ExampleState,
): Promise<void> => {
	const value = JSON.stringify(state);
	await database
		.insertInto("instance")
		.values({ name: nameOf(organizationId), value })
		.onConflict((row) => row.column("name").doUpdateSet({ value }))
		.execute();
};

/** Lets an organization have another example site, if this one was its own and goes to another organization. */
export const forgetExample = async (
	database: Database,
	organizationId: string,
	siteId: number,
): Promise<void> => {
	await database
		.deleteFrom("instance")
		.where("name", "=", nameOf(organizationId))
		.where(sql<boolean>`(value::json->>'siteId')::integer = ${siteId}`)
		.execute();
};

/**
 * Whether any organization's example site is being filled; call it inside a transaction, so that only one transaction
 * can start another.
 */
export const isAnyFilling = async (database: Database, now: number): Promise<boolean> => {
	await sql`SELECT pg_advisory_xact_lock(hashtext('example sites'))`.execute(database);
	const rows = await database
		.selectFrom("instance")
		.select("value")
		.where("name", "like", `${PREFIX}%`)
		.execute();
	return rows.some(({ value }) => stateOf(value, now).state === "filling");
};
