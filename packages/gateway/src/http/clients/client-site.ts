import type { ClientProduct } from "@footfall/shared/products/client-ids";
import type { NamedSite } from "../../clients/client-act.ts";
import type { Fragments } from "../../clients/page-address.ts";
import type { CompiledSite } from "../../site-config/compiled-site.ts";
import type { CompiledConfiguration } from "../../site-config/configuration.ts";

/** The longest site id of an event. */
const MAX_CHARACTERS = 64;

/** The id that an event names for the site of a client. An unknown one is reported with the client's name. */
export const siteIdOf = (
	configuration: CompiledConfiguration,
	product: ClientProduct,
	id: string,
): string =>
	configuration.siteOfClient(product, id)?.site.settings.id ??
	`${product}:${id}`.slice(0, MAX_CHARACTERS);

/** Which fragments belong to the paths of a site. */
export const fragmentsOf = (site: CompiledSite | undefined): Fragments =>
	site?.settings.trackUrlFragments ? "all" : "routes";

/** The site of a client, as its events need it. */
export const namedSiteOf = (
	configuration: CompiledConfiguration,
	product: ClientProduct,
	id: string,
): NamedSite => ({
	id: siteIdOf(configuration, product, id),
	fragments: fragmentsOf(configuration.siteOfClient(product, id)?.site),
});
