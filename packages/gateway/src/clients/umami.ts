import type { Candidate } from "./client-act.ts";
import { isJsonObject, type JsonObject } from "./json-object.ts";
import { type Fragments, pageAddressOf } from "./page-address.ts";

/** What one entry of Umami's clients describes: for its website, or what is wrong with which field. */
export type UmamiEntry =
	| { kind: "event"; website: string; candidate: Candidate; page: string | undefined }
	| { kind: "identify"; website: string; candidate: Candidate }
	| { kind: "refused"; website: string | undefined; field: string; fault: string };

const SCREEN = /^(\d{1,6})x(\d{1,6})$/;

const textOf = (value: unknown): string | undefined =>
	typeof value === "string" && value !== "" ? value : undefined;

/** Older scripts encode titles; like Umami, only what cannot be decoded is kept as it is. */
const titleOf = (title: unknown): string | undefined => {
	const text = textOf(title);
	if (text === undefined || !text.includes("%")) return text;
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
};

/** An address; older scripts encode theirs twice. */
const addressOf = (url: unknown): string | undefined =>
	textOf(url)?.replace(/%25([0-9a-f]{2})/gi, "%$1");

const sizeOf = (screen: unknown) => {
	const [, width, height] = SCREEN.exec(String(screen ?? "")) ?? [];
	return width === undefined ? {} : { screenWidth: Number(width), screenHeight: Number(height) };
};

/** Of the visitor, for a server that sends for it; these count only with a key. */
const senderOf = ({ ip, userAgent }: JsonObject): Candidate => ({
	ip_address: textOf(ip),
	user_agent: textOf(userAgent),
});

const pageOf = ({ hostname, url, referrer }: JsonObject, fragments: Fragments) => {
	const host = textOf(hostname);
	const base = `https://${host ?? "localhost"}`;
	const address = addressOf(url);
	const page = address === undefined ? undefined : pageAddressOf(address, fragments, base);
	const from = addressOf(referrer);
	return {
		address: page && new URL(address ?? "", base).href,
		fields: {
			...page,
			// A path alone does not name a host.
			hostname:
				host ?? (address !== undefined && URL.canParse(address) ? page?.hostname : undefined),
			// Within a site, clients name the page before by its path.
			referrer:
				from !== undefined && URL.canParse(from, base) ? new URL(from, base).href : undefined,
		},
	};
};

/** The fields of each type of entry; identify is not an event. */
const FIELDS_OF: ReadonlyMap<unknown, (payload: JsonObject) => Candidate> = new Map([
	[
		"event",
		({ name, data }: JsonObject): Candidate =>
			textOf(name) === undefined
				? { type: "pageview", properties: data }
				: { type: "custom_event", event_name: name, properties: data },
	],
	[
		"performance",
		({ lcp, cls, inp, fcp, ttfb }: JsonObject): Candidate => ({
			type: "performance",
			lcp,
			cls,
			inp,
			fcp,
			ttfb,
		}),
	],
	[
		"engagement",
		({ engagement }: JsonObject): Candidate => ({ type: "engagement", ms_visible: engagement }),
	],
]);

/**
 * What an entry of Umami's `/api/send` or `/api/batch` describes.
 * @param fragmentsOf which fragments the pages of a website have in their paths
 */
export const umamiEntryOf = (
	entry: unknown,
	fragmentsOf: (website: string) => Fragments,
): UmamiEntry => {
	const refused = (field: string, fault: string, website?: string): UmamiEntry => ({
		kind: "refused",
		website,
		field,
		fault,
	});
	if (!isJsonObject(entry)) return refused("type", "Must be in an object");
	const { type, payload } = entry;
	if (!isJsonObject(payload)) return refused("payload", "Must be an object");
	const website = textOf(payload["website"]);
	if (website === undefined)
		return refused("payload.website", "Must be the website's UUID; links and pixels are not taken");
	const { data, id, title, language, tag, timestamp } = payload;
	const user = textOf(id);
	if (data !== undefined && data !== null && !isJsonObject(data))
		return refused("payload.data", "Must be an object", website);
	if (type === "identify")
		return user === undefined
			? refused("payload.id", "Must be the user's id: data without one cannot be kept", website)
			: {
					kind: "identify",
					website,
					candidate: { ...senderOf(payload), user_id: user, traits: data ?? undefined },
				};
	const own = FIELDS_OF.get(type)?.({ ...payload, data: data ?? undefined });
	if (own === undefined)
		return refused("type", "Must be event, identify, performance or engagement", website);

	const { address, fields } = pageOf(payload, fragmentsOf(website));
	return {
		kind: "event",
		website,
		page: address,
		candidate: {
			...fields,
			...sizeOf(payload["screen"]),
			...senderOf(payload),
			page_title: titleOf(title),
			language: textOf(language),
			tag: textOf(tag),
			user_id: user,
			// In seconds; it counts only with a key.
			timestamp: typeof timestamp === "number" ? timestamp * 1000 : undefined,
			...own,
		},
	};
};
