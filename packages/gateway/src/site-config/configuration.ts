import { createHash } from "node:crypto";
import type { ConfigurationSnapshot, ConfiguredSite, IngestionKey } from "@footfall/shared/site";
import { type CompiledSite, compiledSiteOf } from "./compiled-site.ts";

/** A snapshot in the form in which events ask for it. */
export interface CompiledConfiguration {
	version: string;
	/** By opaque id or by decimal number, exactly as written. */
	site(reference: string): CompiledSite | undefined;
	/** Whether there is such a key, whatever it may do. */
	knows(key: string, now: number): boolean;
	/** Whether the key may send events for the site. */
	mayIngest(key: string, site: ConfiguredSite, now: number): boolean;
}

/** Longer than any key: hashing what somebody sends in its place is not worth the time. */
const MAX_KEY_CHARACTERS = 512;

const hashOf = (key: string) => createHash("sha256").update(key).digest("base64url");

/** Compiles a snapshot; sites that did not change since `previous` are taken over as they are. */
export const compiledConfigurationOf = (
	snapshot: ConfigurationSnapshot,
	previous?: CompiledConfiguration,
): CompiledConfiguration => {
	const sites = new Map<string, CompiledSite>();
	const compiled = snapshot.sites.map((settings) => {
		const known = previous?.site(settings.id);
		return known !== undefined && JSON.stringify(known.settings) === JSON.stringify(settings)
			? known
			: compiledSiteOf(settings);
	});
	for (const site of compiled) sites.set(String(site.settings.siteId), site);
	// Opaque ids are entered last: one that happens to consist of digits wins over a number.
	for (const site of compiled) sites.set(site.settings.id, site);
	const keys = new Map<string, IngestionKey>(snapshot.ingestionKeys.map((key) => [key.hash, key]));
	const valid = (key: string, now: number): IngestionKey | undefined => {
		const known = key.length > MAX_KEY_CHARACTERS ? undefined : keys.get(hashOf(key));
		return known?.expiresAt != null && now >= known.expiresAt ? undefined : known;
	};
	return {
		version: snapshot.version,
		site: (reference) => sites.get(reference),
		knows: (key, now) => valid(key, now) !== undefined,
		mayIngest: (key, { siteId, organizationId }, now) => {
			const known = valid(key, now);
			return (
				known !== undefined &&
				(known.organizationIds.includes(organizationId) || known.siteIds.includes(siteId))
			);
		},
	};
};
