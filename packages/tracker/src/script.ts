import { ownTag, type Settings } from "./config.ts";
import { establishFull } from "./establish-full.ts";

/** The one name that the gateway replaces in the built file: the site's settings, or null where it does not know the site. */
declare const FOOTFALL_SETTINGS: (Settings & { siteId: string }) | null;

// For every site: with what the gateway has written into it, or else with what it answers.
establishFull(ownTag(), FOOTFALL_SETTINGS);
