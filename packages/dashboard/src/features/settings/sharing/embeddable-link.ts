import type { MadeLink, SharedLinks } from "./link-api.ts";
import type { SharedArea } from "./shared-areas.ts";

/** A link with a known key, for the code of an embed. */
export interface EmbeddableLink {
	privateKey: string;
	areas: readonly SharedArea[] | null;
}

/**
 * The link of an embed: the one made last on this page, or the one whose key can be read again; undefined if no key is
 * known.
 */
export const embeddableLink = (
	{ links, mainKey }: SharedLinks,
	made: MadeLink | undefined,
): EmbeddableLink | undefined => {
	const kept = links.find(({ linkId }) => linkId === made?.linkId);
	if (made && kept) return { privateKey: made.privateLinkKey, areas: kept.areas };
	const main = links.find(({ isMain }) => isMain);
	return main && mainKey !== undefined ? { privateKey: mainKey, areas: main.areas } : undefined;
};
