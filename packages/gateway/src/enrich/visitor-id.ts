import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

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

const id = (key: KeyObject, text: string) =>
	createHmac("sha256", key).update(text).digest("hex").slice(0, ID_CHARACTERS);

/** Makes visitor ids that nobody can turn back into an address without the installation's secret. */
export const visitorIdsFrom = (secret: string) => {
	const keyFor = (use: string) =>
		createSecretKey(new Uint8Array(hkdfSync("sha256", secret, "footfall", use, 32)));
	// Two keys, so that no anonymous id can be chosen that stands for somebody's address and agent.
	const byAddress = keyFor("visitors by address");
	const byAnonymousId = keyFor("visitors by anonymous id");

	return ({
		site,
		address,
		userAgent,
		anonymousId,
		salted,
		occurredAt,
	}: VisitorTraits): VisitorIds => {
		const [key, text] =
			anonymousId === undefined
				? [byAddress, `${site}|${address}|${userAgent}`]
				: [byAnonymousId, `${site}|${anonymousId}`];
		if (!salted) return { visitor: id(key, text) };
		const day = Math.floor(occurredAt / DAY_MS);
		return { visitor: id(key, `${text}|${day}`), visitorYesterday: id(key, `${text}|${day - 1}`) };
	};
};
