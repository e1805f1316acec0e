import type { Address } from "./address.ts";
import { textOfComparison } from "./comparison.ts";
import { filtersParameter } from "./filters.ts";
import { rangeParameters } from "./range.ts";

/** How a site is accessed: with a private link, or as the cookie says (a member, or anyone on a public site). */
export type Viewer =
	| { via: "cookie" }
	/** The key of the address, or what the API gave for it and the link's password. */
	| { via: "link"; privateKey: string };

const STORED = "footfall-link-";
/** In frames, a browser may refuse to store anything. */
const opened = new Map<string, string>();

/** Remembers for this tab what to present instead of the key of a link whose password was given. */
export const keepOpened = (privateKey: string, presented: string): void => {
	opened.set(privateKey, presented);
	try {
		sessionStorage.setItem(STORED + privateKey, presented);
	} catch {
		// The page itself remembers it until it is left.
	}
};

const presentedFor = (privateKey: string): string => {
	const known = opened.get(privateKey);
	if (known !== undefined) return known;
	try {
		return sessionStorage.getItem(STORED + privateKey) ?? privateKey;
	} catch {
		return privateKey;
	}
};

/** @param privateKey the key in the address */
export const viewerOf = (privateKey: string | undefined): Viewer =>
	privateKey === undefined
		? { via: "cookie" }
		: { via: "link", privateKey: presentedFor(privateKey) };

export const viewerHeaders = (viewer: Viewer): Record<string, string> =>
	viewer.via === "link" ? { "x-private-key": viewer.privateKey } : {};

/** For downloads, which cannot send headers. */
export const viewerParameters = (viewer: Viewer): Record<string, string> =>
	viewer.via === "link" ? { private_key: viewer.privateKey } : {};

/**
 * The parameters that every report of a URL takes.
 * @param now ms since the epoch
 * @param timeZone the viewer's own, if the URL names none
 */
export const reportParameters = (address: Address, now: number, timeZone: string) => {
	const filters = filtersParameter(address.filters);
	return {
		...rangeParameters(address.range, now, address.timeZone ?? timeZone),
		...(filters !== undefined && { filters }),
		...(address.segment !== undefined && { segment_id: address.segment }),
		...(address.imported && { imported: "0" }),
	};
};
export type ReportParameters = ReturnType<typeof reportParameters>;

export const isCompared = ({ comparison, range }: Address): boolean =>
	comparison.kind !== "off" && range.kind !== "all";

/** The parameters with which a report also returns `previous` for each figure; none without a comparison. */
export const comparisonParameters = (address: Address) => {
	const { comparison } = address;
	if (!isCompared(address)) return {};
	return comparison.kind === "weekdays"
		? { compare: "previous", match_weekdays: "true" }
		: { compare: textOfComparison(comparison) };
};
