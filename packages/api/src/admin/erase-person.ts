import type { SiteNumber } from "@footfall/shared/ids";
import { deletePerson, type EventStore } from "@footfall/store";

/** Removes what the event store knows of a site's user: what they did under their id, and on their devices. */
export const erasePerson = async (
	store: Pick<EventStore, "query" | "command">,
	site: SiteNumber,
	user: string,
): Promise<void> => {
	const linked = await store.query<{ device: string }>(
		`SELECT lower(hex(device)) AS device FROM aliases FINAL
		WHERE site_id = {site:UInt32} AND user_id = {user:String}`,
		{ site, user },
	);
	await deletePerson(store, { site, user, devices: linked.map(({ device }) => device) });
};
