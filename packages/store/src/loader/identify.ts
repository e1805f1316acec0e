import type { EventStore } from "../client/client.ts";
import {
	type DeviceLink,
	linkDevices,
	type TraitsWrite,
	versionOf,
	writeTraits,
} from "../people/people.ts";
import type { DecodedIdentify } from "./decode-batch.ts";
import type { Persistently } from "./persistently.ts";

export interface IdentifyOptions {
	store: EventStore;
	persistently: Persistently;
	/** Keeps an identification that the store refuses for what is in it. */
	refuse(read: DecodedIdentify, reason: string): Promise<void>;
}

const traitsOf = ({ record, identify }: DecodedIdentify): TraitsWrite => ({
	site: identify.site,
	user: identify.user,
	traits: identify.traits ?? {},
	at: identify.receivedAt,
	version: versionOf(identify.receivedAt, record.offset),
});

const linksOf = ({ record, identify }: DecodedIdentify): DeviceLink[] => {
	if (!identify.isNewIdentify) return [];
	const { site, user, receivedAt: at, visitor, visitorYesterday } = identify;
	const devices = visitorYesterday === undefined ? [visitor] : [visitor, visitorYesterday];
	const version = versionOf(at, record.offset);
	return devices.map((device) => ({ site, device, user, at, version }));
};

/** One link per device: its last. */
const lastLinks = (links: readonly DeviceLink[]): DeviceLink[] => [
	...new Map(links.map((link) => [`${link.site}/${link.device}`, link])).values(),
];

/**
 * Applies identifications in the order of the log, however long that takes. Run behind the events of its block,
 * so that what a device did before is in the store; what has been applied before changes nothing. One that the
 * engine refuses for its data is kept aside alone.
 */
export const applyIdentifies = async (
	options: IdentifyOptions,
	identifies: readonly DecodedIdentify[],
): Promise<void> => {
	const [first] = identifies;
	if (first === undefined) return;
	const { store, persistently, refuse } = options;
	const fault = await persistently(async () => {
		await writeTraits(store, identifies.map(traitsOf));
		await linkDevices(store, lastLinks(identifies.flatMap(linksOf)));
	});
	if (fault === undefined) return;
	if (identifies.length === 1) {
		await persistently(() => refuse(first, String(fault)));
		return;
	}
	for (const one of identifies) await applyIdentifies(options, [one]);
};
