import type { ReadRow } from "../row/reading.ts";
import { readFootfall } from "./footfall.ts";
import { readGa4 } from "./ga4.ts";
import { readGoatCounter } from "./goatcounter.ts";
import { readMatomo } from "./matomo.ts";
import { createPlainReader, type PlainMapping } from "./plain.ts";
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
	plain: createPlainReader({}),
	footfall: readFootfall,
} as const satisfies Record<string, ReadRow>;

export type PlatformName = keyof typeof READERS;

/** Products whose exports can be read; `plain` is our own simple format. */
export const PLATFORMS = Object.keys(READERS) as PlatformName[];

/** Reads a platform's rows; only `plain` uses the mapping. */
export const readerOf = (platform: PlatformName, mapping?: PlainMapping): ReadRow =>
	platform === "plain" && mapping ? createPlainReader(mapping) : READERS[platform];
