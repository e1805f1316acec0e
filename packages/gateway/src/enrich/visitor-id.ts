import { createHmac, createSecretKey, hkdfSync } from "node:crypto";
import { LRUCache } from "lru-cache";

const DAY_MS = 24 * 60 * 60 * 1000;
const ID_CHARACTERS = 16;

export interface VisitorTraits {
	site: number;
	/** "" when unknown. */
	address: string;
	userAgent: string;
	/** The id that a mobile SDK keeps; it takes the place of address and agent. */
	anonymousId: string | undefined;
	/** Whether ids change with the UTC day. */
	salted: boolean;
	occurredAt: number;
}

export interface VisitorIds {
	visitor: string;
	visitorYesterday?: string;
}

/** Visitors that are remembered: each sends several events, and a look-up costs a tenth of an HMAC. */
const MAX_REMEMBERED = 20_000;

/** Makes visitor ids that nobody can turn back into an address without the installation's secret. */
export const visitorIdsFrom = (secret: string) => {
	const idsFor = (use: string) => {
		const key = createSecretKey(new Uint8Array(hkdfSync("sha256", secret, "footfall", use, 32)));
		const remembered = new LRUCache<string, string>({ max: MAX_REMEMBERED });
		return (text: string): string => {
			const known = remembered.get(text);
			if (known !== undefined) return known;
			const id = createHmac("sha256", key).update(text).digest("hex").slice(0, ID_CHARACTERS);
			remembered.set(text, id);
			return id;
		};
	};
	// Two keys, so that no anonymous id can be chosen that stands for somebody's address and agent.
	const idByAddress = idsFor("visitors by address");
	const idByAnonymousId = idsFor("visitors by anonymous id");

	return ({
		site,
		address,
		userAgent,
		anonymousId,
		salted,
		occurredAt,
	}: VisitorTraits): VisitorIds => {
		const [id, text] =
			anonymousId === undefined
				? [idByAddress, `${site}|${address}|${userAgent}`]
				: [idByAnonymousId, `${site}|${anonymousId}`];
		if (!salted) return { visitor: id(text) };
		const day = Math.floor(occurredAt / DAY_MS);
		return { visitor: id(`${text}|${day}`), visitorYesterday: id(`${text}|${day - 1}`) };
	};
};
