import type { WritableStore } from "../client/client.ts";
import { deleteRows } from "../client/delete-rows.ts";
import { recordErasure, SUBJECTS_OF_MUTATION } from "../people/erasures.ts";
import { mutateSubjects, SUBJECT_DEVICES, SUBJECT_USERS } from "../people/mutation-subjects.ts";
import { TABLES_OF_DEVICES } from "../people/people.ts";
import { invalidateTotals } from "../rolled-up-days/invalidate-totals.ts";

/** In tables of events and of rows derived from them. */
const OF_PERSON = `identified_user_id IN ${SUBJECT_USERS} OR (identified_user_id = '' AND user_id IN ${SUBJECT_DEVICES})`;
/**
 * The rows of a table that belong to a person, by the subjects of `{mutation:UInt64}`: their own id
 * and their devices.
 */
const ROWS_OF_PERSON: Readonly<Record<string, string>> = {
	...Object.fromEntries(
		[...TABLES_OF_DEVICES, "deleted_recordings"].map((table) => [table, OF_PERSON]),
	),
	// After the events: rows deleted first would be missing from days that are rolled up meanwhile. A row of several people
	// names none; it goes when its day is rolled up again, because some of its events are gone.
	visits: `people = 1 AND (${OF_PERSON})`,
	// An order of theirs counts again if it is sent again: nothing that is kept names it.
	orders: `arrayExists(subject -> subject IN ${SUBJECTS_OF_MUTATION}, subjects)`,
	quarantined_events: OF_PERSON,
	traits: `user_id IN ${SUBJECT_USERS}`,
	aliases: `user_id IN ${SUBJECT_USERS}`,
};

/** A person of a site: their own id, and the visitor ids of their devices. */
export interface Person {
	site: number;
	user: string;
	devices: readonly string[];
}

/**
 * Removes a person's rows; resolves once they are gone from the disk's live data.
 * @throws TypeError for a person without an id, which would match everyone unknown to the site
 */
export const deletePersonRows = async (
	store: WritableStore,
	{ site, user, devices }: Person,
): Promise<void> => {
	if (user === "") throw new TypeError("A person to remove needs an id");
	const subjects = [{ user }, ...devices.map((device) => ({ device }))];
	await mutateSubjects(store, subjects, async (mutation) => {
		// Devices last: an interrupted deletion can still find them when it is repeated.
		for (const [table, rows] of Object.entries(ROWS_OF_PERSON))
			await deleteRows(store, table, `site_id = {site:UInt32} AND (${rows})`, { site, mutation });
	});
	await invalidateTotals(store, site);
};

/**
 * Removes a person's events, recordings, traits and devices for good; resolves once they are gone from the disk's
 * live data. Their records that are still in the queue are dropped by the loader.
 */
export const deletePerson = async (store: WritableStore, person: Person): Promise<void> => {
	const { site, user, devices } = person;
	await recordErasure(store, site, [{ user }, ...devices.map((device) => ({ device }))]);
	await deletePersonRows(store, person);
};

/** A visitor id in its text form. */
const DEVICE = /^[0-9a-f]{16}$/;

const LAST_LINKS = `
	SELECT device, argMax(user_id, version) AS last_user
	FROM aliases
	WHERE site_id = {site:UInt32}
	GROUP BY device`;

/** The user that a device now belongs to, unless the id is also one that the site gave a user of its own. */
const OWNER = `
	SELECT last_user AS owner FROM (${LAST_LINKS})
	WHERE device = reinterpretAsUInt64(reverse(unhex({id:String}))) AND last_user != {id:String}
		AND NOT EXISTS (SELECT 1 FROM events WHERE site_id = {site:UInt32} AND identified_user_id = {id:String})
		AND NOT EXISTS (SELECT 1 FROM traits WHERE site_id = {site:UInt32} AND user_id = {id:String})
	SETTINGS max_execution_time = 60`;

/** The user's current devices; their events from before they were linked are the user's too. */
const DEVICES = `
	SELECT leftPad(lower(hex(device)), 16, '0') AS device FROM (${LAST_LINKS})
	WHERE last_user = {user:String}
	SETTINGS max_execution_time = 60`;

/** Whether any rows exist of a user, or of devices; visits outlast the events of an interrupted erasure. */
const isKnown = async (store: WritableStore, { site, user, devices }: Person): Promise<boolean> => {
	const activity = [...TABLES_OF_DEVICES, "visits", "quarantined_events"].map(
		(
			table,
		) => `EXISTS (SELECT 1 FROM ${table} WHERE site_id = {site:UInt32} AND (identified_user_id = {user:String}
			OR (identified_user_id = '' AND user_id IN {devices:Array(UInt64)})))`,
	);
	const facts = ["traits", "aliases"].map(
		(table) =>
			`EXISTS (SELECT 1 FROM ${table} WHERE site_id = {site:UInt32} AND user_id = {user:String})`,
	);
	// A few dozen are enough: the links of a person with devices are known already.
	const some = devices.slice(0, 50).map((device) => BigInt(`0x${device}`));
	const found = await store.query(
		`SELECT 1 AS known WHERE ${[...activity, ...facts].join(" OR ")} SETTINGS max_execution_time = 60`,
		{ site, user, devices: some },
	);
	return found.length > 0;
};

/**
 * Removes a person from the event store for good: their events under their id and on their devices, their
 * recordings, traits and links. Every way to erase someone ends here.
 * @param id the site's own id of its user, or a device's: then the user that now owns it, or else the device
 * @returns whether anything was stored; records that are still in the queue are dropped in either case
 */
export const erasePerson = async (
	store: WritableStore,
	site: number,
	id: string,
): Promise<boolean> => {
	const isDevice = DEVICE.test(id);
	const [owned] = isDevice ? await store.query<{ owner: string }>(OWNER, { site, id }) : [];
	const user = owned?.owner ?? id;
	const linked = await store.query<{ device: string }>(DEVICES, { site, user });
	const devices = new Set(linked.map(({ device }) => device));
	if (isDevice) devices.add(id);
	const person = { site, user, devices: [...devices] };
	const wasKnown = await isKnown(store, person);
	await deletePerson(store, person);
	return wasKnown;
};
