import type { WritableStore } from "../client/client.ts";
import { inParts } from "../client/parameters.ts";
import { mutateSubjects, SUBJECT_DEVICES, SUBJECT_USER_OF_DEVICE } from "./mutation-subjects.ts";

/** Slots within a millisecond for writes that must not tie: in Kafka's log, a record's values are 256 offsets apart. */
const PLACES = 2 ** 20;
const DAY_MS = 86_400_000;
/** How far back a device's events are assigned to the user that it is linked to. */
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
	/** Keys that are not among `traits` are deleted; by default they stay. */
	replace?: boolean;
}

/** Writes traits, key by key. Repeating a write changes nothing. */
export const writeTraits = (
	store: WritableStore,
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

/** Tables of the activity of devices, with and without a user. */
export const TABLES_OF_DEVICES = ["events", "replay_chunks"];
/** Rows of a site's devices without a user, since a time. */
const withoutUser = (devices: string) => `site_id = {site:UInt32} AND identified_user_id = ''
	AND user_id IN ${devices} AND timestamp >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')`;

/**
 * Links devices to users; events and recordings of such a device from the last 30 days without a
 * user are assigned to them. Repeating it changes nothing.
 */
export const linkDevices = async (
	store: WritableStore,
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
		const bound = { site, since: Math.min(...here.map(({ at }) => at)) - BACKFILL_MS };
		for (const table of TABLES_OF_DEVICES) {
			// Many sites identify on every page: usually nothing is left to assign, and a mutation is expensive.
			let isOrphaned = false;
			const devices = here.map(({ device }) => numberOf(device));
			for (const part of inParts(devices, (device) => [device])) {
				const orphans = await store.query(
					`SELECT 1 FROM ${table} WHERE ${withoutUser("{devices:Array(UInt64)}")} LIMIT 1 SETTINGS max_execution_time = 60`,
					{ ...bound, devices: part },
				);
				isOrphaned = orphans.length > 0;
				if (isOrphaned) break;
			}
			if (!isOrphaned) continue;
			await mutateSubjects(store, here, (mutation) =>
				store.command(
					`ALTER TABLE ${table} UPDATE identified_user_id = ${SUBJECT_USER_OF_DEVICE}
					WHERE ${withoutUser(SUBJECT_DEVICES)} SETTINGS mutations_sync = 2`,
					{ ...bound, mutation },
				),
			);
		}
	}
};
