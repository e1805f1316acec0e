import { createHash } from "node:crypto";
import { type ClientProduct, comparableClientId } from "@footfall/shared/products/client-ids";
import type {
	ConfigurationChanges,
	ConfigurationSnapshot,
	ConfiguredSite,
	IngestionKey,
} from "@footfall/shared/site";
import { type CompiledSite, compiledSiteOf } from "./compiled-site.ts";

/** A site as clients of another product name it. */
export interface ClientSite {
	site: CompiledSite;
	/** Of the secret that the site's servers present; absent if the id needs none. */
	secretHash: string | undefined;
}

/** A snapshot in a form for look-ups by events. */
export interface CompiledConfiguration {
	version: string;
	/** By number. */
	sites: ReadonlyMap<number, CompiledSite>;
	/** By hash. */
	keys: ReadonlyMap<string, IngestionKey>;
	/** By opaque id or decimal number, exactly as written. */
	site(reference: string): CompiledSite | undefined;
	/** By the id that clients of another product send. */
	siteOfClient(product: ClientProduct, id: string): ClientSite | undefined;
	/** By the secret that servers with such a client present. */
	siteOfSecret(product: ClientProduct, secret: string): CompiledSite | undefined;
	/** Whether such a key exists, whatever its permissions. */
	knows(key: string, now: number): boolean;
	/** Whether the key may send events for the site. */
	mayIngest(key: string, site: ConfiguredSite, now: number): boolean;
}

/** Longer than any key or secret: hashing longer input is a waste of time. */
const MAX_KEY_CHARACTERS = 512;

const hashOf = (key: string) => createHash("sha256").update(key).digest("base64url");

/** Whether a request presents the secret of the id that it names. */
export const isSecretOf = ({ secretHash }: ClientSite, secret: string): boolean =>
	secretHash !== undefined && secret.length <= MAX_KEY_CHARACTERS && hashOf(secret) === secretHash;

/** Look-ups by other products' ids. The api gives an id to one site only; of several, the first has it. */
const clientSitesOf = (sites: Iterable<CompiledSite>) => {
	const byId = new Map<string, ClientSite>();
	const bySecret = new Map<string, CompiledSite>();
	for (const site of sites)
		for (const { product, id, secretHash } of site.settings.clientIds) {
			const name = `${product} ${id}`;
			if (byId.has(name)) continue;
			byId.set(name, { site, secretHash });
			if (secretHash !== undefined) bySecret.set(`${product} ${secretHash}`, site);
		}
	return {
		siteOfClient: (product: ClientProduct, id: string) =>
			byId.get(`${product} ${comparableClientId(product, id)}`),
		siteOfSecret: (product: ClientProduct, secret: string) =>
			secret.length > MAX_KEY_CHARACTERS ? undefined : bySecret.get(`${product} ${hashOf(secret)}`),
	};
};

const configurationOf = (
	version: string,
	sites: ReadonlyMap<number, CompiledSite>,
	keys: ReadonlyMap<string, IngestionKey>,
): CompiledConfiguration => {
	const byReference = new Map<string, CompiledSite>();
	for (const [number, site] of sites) byReference.set(String(number), site);
	// Opaque ids are entered last: one that happens to consist of digits wins over a number.
	for (const site of sites.values()) byReference.set(site.settings.id, site);
	const valid = (key: string, now: number): IngestionKey | undefined => {
		const known = key.length > MAX_KEY_CHARACTERS ? undefined : keys.get(hashOf(key));
		return known?.expiresAt != null && now >= known.expiresAt ? undefined : known;
	};
	return {
		version,
		sites,
		keys,
		site: (reference) => byReference.get(reference),
		...clientSitesOf(sites.values()),
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

/** Compiles a snapshot; sites that did not change since `previous` are reused. */
export const compiledConfigurationOf = (
	{ version, sites, ingestionKeys }: ConfigurationSnapshot,
	previous?: CompiledConfiguration,
): CompiledConfiguration => {
	const compiled = sites.map((settings) => {
		const known = previous?.sites.get(settings.siteId);
		return known !== undefined && JSON.stringify(known.settings) === JSON.stringify(settings)
			? known
			: compiledSiteOf(settings);
	});
	return configurationOf(
		version,
		new Map(compiled.map((site) => [site.settings.siteId, site])),
		new Map(ingestionKeys.map((key) => [key.hash, key])),
	);
};

/** A configuration with changes applied; only these are compiled. */
export const changedConfigurationOf = (
	previous: CompiledConfiguration,
	{ version, sites, removedSites, ingestionKeys, removedKeys }: ConfigurationChanges,
): CompiledConfiguration => {
	const changedSites = new Map(previous.sites);
	for (const settings of sites) changedSites.set(settings.siteId, compiledSiteOf(settings));
	for (const siteId of removedSites) changedSites.delete(siteId);
	const changedKeys = new Map(previous.keys);
	for (const key of ingestionKeys) changedKeys.set(key.hash, key);
	for (const hash of removedKeys) changedKeys.delete(hash);
	return configurationOf(version, changedSites, changedKeys);
};
