import type { ReadRow } from "../row/reading.ts";
import { readFootfall } from "./footfall.ts";
import { readGa4 } from "./ga4.ts";
import { readGoatCounter } from "./goatcounter.ts";
import { readMatomo } from "./matomo.ts";
import { type PlainMapping, plainReader } from "./plain.ts";
import { readPlausible } from "./plausible.ts";
import { readPosthog } from "./posthog.ts";
import { readSimpleAnalytics } from "./simple-analytics.ts";
import { readUmami } from "./umami.ts";

const READERS = {
	umami: readUmami,
	simple_analytics: readSimpleAnalytics,
	plausible: readPlausible,
	matomo: readMatomo,
	posthog: readPosthog,
	goatcounter: readGoatCounter,
	ga4: readGa4,
	footfall: readFootfall,
} as const satisfies Record<string, ReadRow>;

/** Whose exports can be read; `plain` is our own simple format. */
export const PLATFORMS = [
	"umami",
	"simple_analytics",
	"plausible",
	"matomo",
	"posthog",
	"goatcounter",
	"ga4",
	"plain",
	"footfall",
] as const;
export type PlatformName = (typeof PLATFORMS)[number];

/** How a platform's rows are read; only `plain` heeds the mapping. */
export const readerOf = (platform: PlatformName, mapping: PlainMapping = {}): ReadRow =>
	platform === "plain" ? plainReader(mapping) : READERS[platform];
