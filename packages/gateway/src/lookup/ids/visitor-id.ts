import { createRecentMap } from "../recent-map.ts";
import type { UserAgentFacts } from "../user-agent-facts.ts";
import { createKeyedId } from "./keyed-id.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** For a salted site's visitors: more values than partitions, and too few to identify people. */
const PARTITION_KEY_CHARACTERS = 2;

/** The part of a request's context that ids are derived from. */
interface VisitorContext {
	site: { settings: { siteId: number; saltUserIds: boolean } };
	/** See `visitorAddressOf`; "" when unknown. */
	visitorAddress: string;
	userAgent: Pick<UserAgentFacts, "text" | "number">;
	/** The ids that were recently derived for this address; without them, each costs an HMAC. */
	visitorIdCache?: VisitorIdCache | undefined;
}

interface CachedIds {
	site: number;
	agent: number;
	day: number | undefined;
	ids: VisitorIds;
}

/** A few ids, kept with the facts of their address, so that they need no look-up. */
export interface VisitorIdCache {
	kept: CachedIds[];
	next: number;
}

export const visitorIdCache = (): VisitorIdCache => ({ kept: [], next: 0 });

/** Devices that are cached by the ids that their SDKs keep. */
const MAX_DEVICES = 20_000;
/** Browsers at one address; an office with more costs an HMAC more often. */
const MAX_KEPT = 6;

interface VisitorIds {
	visitor: string;
	/** Yesterday's id, under which a session that began before midnight continues. */
	visitorYesterday?: string;
	/** The same on both sides of midnight, so that a session's records stay in one partition of the queue. */
	partitionKey: string;
}

/** The ids of a request's visitor. `anonymousId` is the one that a mobile SDK keeps; it replaces address and agent. */
export type VisitorOf = (
	context: VisitorContext,
	occurredAt: number,
	anonymousId?: string,
) => VisitorIds;

/**
 * Derives visitor ids that cannot be traced back to an address without the installation's secret. Stateless: after a
 * restart, the same visitor gets the same id.
 */
export const createVisitorOf = (secret: string): VisitorOf => {
	// Two keys, so that no anonymous id can be chosen to match somebody's address and agent.
	const idByAddress = createKeyedId(secret, "visitors by address");
	const idByAnonymousId = createKeyedId(secret, "visitors by anonymous id");
	const devices = createRecentMap<string, VisitorIds>(MAX_DEVICES);

	const idsOf = (
		id: (text: string) => string,
		text: string,
		day: number | undefined,
	): VisitorIds => {
		const lasting = id(text);
		if (day === undefined) return { visitor: lasting, partitionKey: lasting };
		return {
			visitor: id(`${text}|${day}`),
			visitorYesterday: id(`${text}|${day - 1}`),
			partitionKey: lasting.slice(0, PARTITION_KEY_CHARACTERS),
		};
	};

	return ({ site, visitorAddress, userAgent, visitorIdCache }, occurredAt, anonymousId) => {
		const { siteId, saltUserIds } = site.settings;
		const day = saltUserIds ? Math.floor(occurredAt / DAY_MS) : undefined;
		if (anonymousId !== undefined) {
			const key = `${siteId} ${day} ${anonymousId}`;
			const known = devices.get(key);
			if (known !== undefined) return known;
			const ids = idsOf(idByAnonymousId, `${siteId}|${anonymousId}`, day);
			devices.set(key, ids);
			return ids;
		}
		for (const known of visitorIdCache?.kept ?? [])
			if (known.agent === userAgent.number && known.site === siteId && known.day === day)
				return known.ids;
		const ids = idsOf(idByAddress, `${siteId}|${visitorAddress}|${userAgent.text}`, day);
		if (visitorIdCache !== undefined) {
			visitorIdCache.kept[visitorIdCache.next] = {
				site: siteId,
				agent: userAgent.number,
				day,
				ids,
			};
			visitorIdCache.next = (visitorIdCache.next + 1) % MAX_KEPT;
		}
		return ids;
	};
};
