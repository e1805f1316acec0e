import { installCompatible } from "./compat/install-compatible.ts";
import { plausibleOf } from "./compat/plausible.ts";
import { ownTag } from "./core/config.ts";
import type { SiteSettings } from "./tag/install-full-tag.ts";

/** Replaced by the gateway in the built file: the site's settings, or null if the address names no site. */
declare const FOOTFALL_SETTINGS: SiteSettings | null;

// For pages that were built for Plausible.
const tag = ownTag();
installCompatible(tag, FOOTFALL_SETTINGS, plausibleOf(tag));
