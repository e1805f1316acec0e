import { createHmac, createSecretKey, hkdfSync } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { UserAgentFacts } from "./user-agent-facts.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const ID_CHARACTERS = 16;
/** So many ways to share out a salted site's visitors are more than enough partitions, and too few to tell people apart. */
const SHARE_CHARACTERS = 2;

export interface VisitorTraits {
	site: number;
	/** What of the address tells visitors apart, see `visitorAddressOf`; "" when unknown. */
	address: string;
	agent: Pick<UserAgentFacts, "text" | "number">;
	/** The id that a mobile SDK keeps; it takes the place of address and agent. */
	anonymousId: string | undefined;
	/** Whether ids change with the UTC day. */
	salted: boolean;
	occurredAt: number;
}

export interface VisitorIds {
	visitor: string;
	/** Yesterday's, which a visit that began before midnight goes on under. */
	visitorYesterday?: string;
	/** The same on both sides of midnight, so that a visit's records stay in one partition of the queue. */
	share: string;
}

/** Visitors that are remembered: each sends several events, and a look-up costs a tenth of an HMAC. */
const MAX_REMEMBERED = 20_000;

/**
 * Makes visitor ids that nobody can turn back into an address without the installation's secret. Nothing is kept that
 * matters: after a restart the same visitor gets the same id.
 */
export const visitorIdsFrom = (secret: string) => {
	const idFor = (use: string) => {
		const key = createSecretKey(new Uint8Array(hkdfSync("sha256", secret, "footfall", use, 32)));
		return (text: string): string =>
			createHmac("sha256", key).update(text).digest("hex").slice(0, ID_CHARACTERS);
	};
	// Two keys, so that no anonymous id can be chosen that stands for somebody's address and agent.
	const idByAddress = idFor("visitors by address");
	const idByAnonymousId = idFor("visitors by anonymous id");
	const remembered = new LRUCache<string, VisitorIds>({ max: MAX_REMEMBERED });

	const idsOf = (
		{ site, address, agent, anonymousId }: VisitorTraits,
		day: number | undefined,
	): VisitorIds => {
		const [id, text] =
			anonymousId === undefined
				? [idByAddress, `${site}|${address}|${agent.text}`]
				: [idByAnonymousId, `${site}|${anonymousId}`];
		const lasting = id(text);
		if (day === undefined) return { visitor: lasting, share: lasting };
		return {
			visitor: id(`${text}|${day}`),
			visitorYesterday: id(`${text}|${day - 1}`),
			share: lasting.slice(0, SHARE_CHARACTERS),
		};
	};

	return (traits: VisitorTraits): VisitorIds => {
		const { site, address, agent, anonymousId, salted, occurredAt } = traits;
		const day = salted ? Math.floor(occurredAt / DAY_MS) : undefined;
		// The agent's number stands for its text, which is most of what would have to be hashed.
		const key =
			anonymousId === undefined
				? `address ${site} ${day} ${agent.number} ${address}`
				: `device ${site} ${day} ${anonymousId}`;
		const known = remembered.get(key);
		if (known !== undefined) return known;
		const ids = idsOf(traits, day);
		remembered.set(key, ids);
		return ids;
	};
};
