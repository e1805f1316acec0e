import type { EventStore, Statements } from "../client/client.ts";
import { deleteRows } from "../client/delete-rows.ts";
import { ERASED_SINCE, SUBJECT_OF_EVENT, SUBJECT_OF_USER } from "../people/erasures.ts";
import { sourceOf } from "./import-id.ts";

/** Condition that excludes people who were erased since the import began; for rows with the columns of `events`. */
export const OF_NO_ONE_ERASED = `${SUBJECT_OF_EVENT} NOT IN (${ERASED_SINCE})`;

const SUBJECTS: Readonly<Record<string, string>> = {
	events: SUBJECT_OF_EVENT,
	traits: SUBJECT_OF_USER,
	aliases: SUBJECT_OF_USER,
};

/** An import, and the time since which it accepted rows: ms since the epoch. */
export interface Begun {
	site: number;
	importId: string;
	since: number;
}

/** Whether anyone of the site was erased since the import began; nearly always nobody. */
export const wasAnyoneErased = async (
	store: Pick<EventStore, "query">,
	{ site, since }: Begun,
): Promise<boolean> => {
	const [one] = await store.query(`${ERASED_SINCE} LIMIT 1`, { site, since });
	return one !== undefined;
};

/**
 * Removes an import's rows of people who were erased since it began: an erasure cannot reach rows that become
 * visible while it runs. Resolves once it is gone from the disk's live data.
 */
export const removeErasedOfImport = async (store: Statements, begun: Begun): Promise<void> => {
	if (!(await wasAnyoneErased(store, begun))) return;
	const { site, since, importId } = begun;
	for (const [table, subject] of Object.entries(SUBJECTS))
		await deleteRows(
			store,
			table,
			`site_id = {site:UInt32} AND source = {source:String}
				AND ${subject} IN (${ERASED_SINCE})`,
			{ site, since, source: sourceOf(importId) },
		);
};
