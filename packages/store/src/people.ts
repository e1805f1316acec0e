import type { EventStore } from "./client.ts";
import { recordErasure } from "./erasures.ts";
import { removeVoidTotals } from "./visits/void-totals.ts";

/** Places that a millisecond has for writes that must not tie: in Kafka's log, a record's values are 256 offsets apart. */
const PLACES = 2 ** 20;
const DAY_MS = 86_400_000;
/** How far back a device's events become those of the user that it is linked to. */
const BACKFILL_MS = 30 * DAY_MS;

const time = (at: number) => new Date(at).toISOString().slice(0, 23).replace("T", " ");
const numberOf = (device: string) => BigInt(`0x${device}`);

/**
 * The rank of a write among those of the same person: a later one wins, and the same one written again changes
 * nothing.
 * @param at ms since the epoch
 * @param place of the write within that millisecond, such as its record's offset
 */
export const versionOf = (at: number, place: number): string =>
	(BigInt(at) * BigInt(PLACES) + BigInt(place % PLACES)).toString();

/** Traits of one person as they were sent. */
export interface TraitsWrite {
	site: number;
	/** The site's own id of its user. */
	user: string;
	/** null deletes a key. */
	traits: Readonly<Record<string, unknown>>;
	/** ms since the epoch. */
	at: number;
	/** From `versionOf`. */
	version: string;
	/** Keys that are not among `traits` go; by default they stay. */
	replace?: boolean;
}

/** Writes traits, key by key. Repeating a write changes nothing. */
export const writeTraits = (
	store: Pick<EventStore, "insert">,
	writes: readonly TraitsWrite[],
): Promise<void> => {
	const rows = writes.flatMap(({ site, user, traits, at, version, replace }) => {
		const row = (key: string, value: string) => [site, user, key, value, time(at), version];
		const kept = Object.entries(traits)
			.filter(([key]) => key !== "")
			.map(([key, value]) => row(key, value === null ? "" : JSON.stringify(value)));
		return replace ? [row("", ""), ...kept] : kept;
	});
	const columns = ["site_id", "user_id", "key", "value", "written_at", "version"];
	return store.insert("traits", columns, rows);
};

/** A device and the user that it belongs to from now on. */
export interface DeviceLink {
	site: number;
	/** Visitor id: 16 hex characters. */
	device: string;
	/** The site's own id of its user. */
	user: string;
	/** ms since the epoch. */
	at: number;
	/** From `versionOf`. */
	version: string;
}

/** Tables of what devices did, with and without a user. */
const OF_DEVICES = ["events", "replay_chunks"];
/** Rows of devices `{devices}` of a site that are nobody's, since a time. */
const WITHOUT_USER = `site_id = {site:UInt32} AND identified_user_id = ''
	AND has({devices:Array(UInt64)}, user_id) AND timestamp >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')`;

/**
 * Links devices to users; what such a device did within the last 30 days without a user is
 * theirs from now on, recordings included.
 * Repeating it changes nothing.
 */
export const linkDevices = async (
	store: Pick<EventStore, "insert" | "command" | "query">,
	links: readonly DeviceLink[],
): Promise<void> => {
	await store.insert(
		"aliases",
		["site_id", "device", "user_id", "linked_at", "version"],
		links.map(({ site, device, user, at, version }) => [
			site,
			numberOf(device).toString(),
			user,
			time(at),
			version,
		]),
	);
	for (const site of new Set(links.map((link) => link.site))) {
		const here = links.filter((link) => link.site === site);
		const bound = {
			site,
			devices: here.map(({ device }) => numberOf(device)),
			since: Math.min(...here.map(({ at }) => at)) - BACKFILL_MS,
		};
		for (const table of OF_DEVICES) {
			// Many sites identify on every page: mostly there is nothing left to give, and a mutation is not cheap.
			const [orphan] = await store.query(
				`SELECT 1 FROM ${table} WHERE ${WITHOUT_USER} LIMIT 1 SETTINGS max_execution_time = 60`,
				bound,
			);
			if (orphan === undefined) continue;
			await store.command(
				`ALTER TABLE ${table} UPDATE
					identified_user_id = transform(user_id, {devices:Array(UInt64)}, {users:Array(String)}, '')
				WHERE ${WITHOUT_USER} SETTINGS mutations_sync = 1`,
				{ ...bound, users: here.map(({ user }) => user) },
			);
		}
	}
};

/** Of events and what is made of them. */
const OF_PERSON =
	"identified_user_id = {user:String} OR (identified_user_id = '' AND has({devices:Array(UInt64)}, user_id))";
/** Which rows of a table are a person's, by their own id `{user:String}` and their devices. */
const ROWS_OF_PERSON: Readonly<Record<string, string>> = {
	...Object.fromEntries([...OF_DEVICES, "deleted_recordings"].map((table) => [table, OF_PERSON])),
	// After the events: rows that go first would be missing from days that are sealed with them. A row of several people
	// names none; as some of its events go, it goes when its day is sealed again.
	visits: `people = 1 AND (${OF_PERSON})`,
	traits: "user_id = {user:String}",
	aliases: "user_id = {user:String}",
};

/** A person of a site: their own id, and the visitor ids of their devices. */
export interface Person {
	site: number;
	user: string;
	devices: readonly string[];
}

/**
 * Removes what the store has of a person; resolves once it is gone from the disk's live data.
 * @throws TypeError for a person without an id, who would be everyone that the site does not know
 */
export const removePerson = async (
	store: Pick<EventStore, "query" | "command">,
	{ site, user, devices }: Person,
): Promise<void> => {
	if (user === "") throw new TypeError("A person to remove needs an id");
	const parameters = { site, user, devices: devices.map(numberOf) };
	// Devices last: a deletion that is interrupted can still find them when it is repeated.
	for (const [table, rows] of Object.entries(ROWS_OF_PERSON))
		await store.command(
			`ALTER TABLE ${table} DELETE WHERE site_id = {site:UInt32} AND (${rows}) SETTINGS mutations_sync = 1`,
			parameters,
		);
	await removeVoidTotals(store, site);
};

/**
 * Removes a person's events, recordings, traits and devices for good; resolves once they are gone from the disk's live
 * data. What of them still waits in the queue is left out when it is loaded.
 */
export const deletePerson = async (
	store: Pick<EventStore, "query" | "command">,
	person: Person,
): Promise<void> => {
	const { site, user, devices } = person;
	await recordErasure(store, site, [{ user }, ...devices.map((device) => ({ device }))]);
	await removePerson(store, person);
};
