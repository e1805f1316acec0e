import { ownTag, type Settings } from "./core/config.ts";
import { installFullTag } from "./tag/install-full-tag.ts";

/** The one name that the gateway replaces in the built file: the site's settings, or null where it does not know the site. */
declare const FOOTFALL_SETTINGS: (Settings & { siteId: string }) | null;

// For every site: with what the gateway has written into it, or else with what it answers.
installFullTag(ownTag(), FOOTFALL_SETTINGS);
