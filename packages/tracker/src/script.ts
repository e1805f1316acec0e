import { ownTag } from "./core/config.ts";
import { installFullTag, type SiteSettings } from "./tag/install-full-tag.ts";

/** Replaced by the gateway in the built file: the site's settings, or null if the site is unknown. */
declare const FOOTFALL_SETTINGS: SiteSettings | null;

// For every site: with the settings in the script, else with those that the gateway returns.
installFullTag(ownTag(), FOOTFALL_SETTINGS);
