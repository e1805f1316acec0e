import { randomBytes } from "node:crypto";
import type { WritableStore } from "../client/client.ts";
import { deleteRows } from "../client/delete-rows.ts";

/** The subject of a mutation: a device, a user, or the user that a device belongs to. */
export interface MutationSubject {
	/** Visitor id: 16 hex characters. */
	device?: string;
	/** The site's own id of its user. */
	user?: string;
}

/** SQL of the subjects of `{mutation:UInt64}`, for the statement of a mutation. */
const OF_MUTATION = "FROM mutation_subjects WHERE mutation = {mutation:UInt64}";
export const SUBJECT_DEVICES = `(SELECT device ${OF_MUTATION} AND device IS NOT NULL)`;
export const SUBJECT_USERS = `(SELECT user_id ${OF_MUTATION} AND user_id != '')`;
/** SQL of the user that the device `user_id` belongs to among the subjects, "" for none. */
export const SUBJECT_USER_OF_DEVICE = `transform(user_id,
	(SELECT groupArray(assumeNotNull(device)) ${OF_MUTATION}),
	(SELECT groupArray(user_id) ${OF_MUTATION}), '')`;

/**
 * Runs mutations that are about people without naming them: the engine keeps a mutation's text in a file. The
 * subjects are in a table meanwhile: in memory, or on disk for at most a day if it has to replicate. After a failure
 * they stay there for a day, since the engine may still be running the mutation.
 */
export const mutateSubjects = async (
	store: WritableStore,
	subjects: readonly MutationSubject[],
	mutate: (mutation: bigint) => Promise<void>,
): Promise<void> => {
	const mutation = randomBytes(8).readBigUInt64BE();
	await store.insert(
		"mutation_subjects",
		["mutation", "device", "user_id"],
		subjects.map(({ device, user = "" }) => [
			mutation.toString(),
			device === undefined ? null : BigInt(`0x${device}`).toString(),
			user,
		]),
		// Each replica looks them up by itself; without them it would change nothing.
		{ isOnAll: true },
	);
	await mutate(mutation);
	await deleteRows(
		store,
		"mutation_subjects",
		`mutation = {mutation:UInt64} OR at < now() - INTERVAL 1 DAY`,
		{ mutation },
	);
};
