import type { WritableStore } from "../client/client.ts";
import {
	type DeviceLink,
	linkDevices,
	type TraitsWrite,
	versionOf,
	writeTraits,
} from "../people/people.ts";
import type { DecodedIdentify } from "./decode-batch.ts";

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
 * Applies identifications in the order of the log. Run it after the events of its block, so that earlier events of a
 * device are in the store; repeating one changes nothing.
 */
export const applyIdentifies = async (
	store: WritableStore,
	identifies: readonly DecodedIdentify[],
): Promise<void> => {
	await writeTraits(store, identifies.map(traitsOf));
	await linkDevices(store, lastLinks(identifies.flatMap(linksOf)));
};
