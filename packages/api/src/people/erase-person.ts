import { hexId } from "@footfall/reports/query/dimension";
import { deletePerson, type EventStore } from "@footfall/store";

/** A device's id as the api writes it. */
export const DEVICE = /^[0-9a-f]{16}$/;

const LAST_LINKS = `
	SELECT device, argMax(user_id, version) AS last_user
	FROM aliases
	WHERE site_id = {site:UInt32}
	GROUP BY device`;

/** The user whom a device belongs to by now, unless the id is also one that the site gave a user of its own. */
const OWNER = `
	SELECT last_user AS owner FROM (${LAST_LINKS})
	WHERE device = reinterpretAsUInt64(reverse(unhex({id:String}))) AND last_user != {id:String}
		AND NOT EXISTS (SELECT 1 FROM events WHERE site_id = {site:UInt32} AND identified_user_id = {id:String})
		AND NOT EXISTS (SELECT 1 FROM traits WHERE site_id = {site:UInt32} AND user_id = {id:String})
	SETTINGS max_execution_time = 60`;

/** Those that are the user's by now; what was done on them before anyone was named is the user's too. */
const DEVICES = `
	SELECT ${hexId("device")} AS device FROM (${LAST_LINKS})
	WHERE last_user = {user:String}
	SETTINGS max_execution_time = 60`;

/**
 * Removes what the event store knows of a person for good: what they did under their id and on their devices,
 * their recordings, traits and links. Every way to erase someone comes here.
 * @param id the site's own id of its user, or a device's: then the user whose it is by now, or else the device
 */
export const erasePerson = async (
	store: Pick<EventStore, "query" | "insert" | "command">,
	site: number,
	id: string,
): Promise<void> => {
	const isDevice = DEVICE.test(id);
	const [owned] = isDevice ? await store.query<{ owner: string }>(OWNER, { site, id }) : [];
	const user = owned?.owner ?? id;
	const linked = await store.query<{ device: string }>(DEVICES, { site, user });
	const devices = new Set(linked.map(({ device }) => device));
	if (isDevice) devices.add(id);
	await deletePerson(store, { site, user, devices: [...devices] });
};
