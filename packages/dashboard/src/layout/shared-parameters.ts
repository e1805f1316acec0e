import type { QueryParameters } from "../api/site-reports.ts";
import { WEEKDAYS } from "../format/week-start.ts";
import { type Address, knownTimeZone } from "../router/address.ts";
import { comparisonParameters, type ReportParameters, reportParameters } from "../router/viewer.ts";
import { preferencesNow } from "./preference/preferences.ts";
import { firstDayOfWeek } from "./preference/week-start.ts";
import { rememberedZone } from "./site-zone.ts";

/** Cached: the lookup takes longer than everything that uses it. */
let deviceZone: string | undefined;

/** The viewer's own time zone: the one they chose, else this device's. */
export const ownTimeZone = (): string => chosenTimeZone() ?? zoneOfDevice();

const zoneOfDevice = (): string => {
	deviceZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
	return deviceZone;
};

const chosenTimeZone = () => {
	const { timeZone } = preferencesNow();
	// The server may know zones that this browser does not.
	return timeZone === null ? undefined : knownTimeZone(timeZone);
};

/**
 * The time zone of a site's pages if the URL names none: the viewer's choice, the site's own, this device's.
 * @param siteZone null if none was chosen for the site, undefined while unknown
 */
export const defaultTimeZone = (siteZone: string | null | undefined): string =>
	chosenTimeZone() ?? (siteZone ? knownTimeZone(siteZone) : undefined) ?? ownTimeZone();

/** The time zone of a site's pages before the site has been loaded. */
export const firstTimeZone = (site: string, address: Address): string =>
	address.timeZone ?? defaultTimeZone(rememberedZone(site));

const MINUTE_MS = 60_000;

/** The current time in ms since the epoch, the same for all queries within a minute. */
export const presentMinute = (): number => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** The parameters of every report of a URL. */
export interface SharedParameters {
	parameters: ReportParameters;
	/** The parameters of the comparison; empty without one. */
	comparison: ReturnType<typeof comparisonParameters>;
	locale: string;
}

/** The parameters of a URL's reports, also before the viewer is known. */
export const sharedParametersOf = ({
	address,
	now,
	timeZone,
	locale,
}: {
	address: Address;
	now: number;
	timeZone: string;
	locale: string;
}): SharedParameters => ({
	parameters: reportParameters(address, now, timeZone),
	comparison: comparisonParameters(address),
	locale,
});

/** The first day of the week. The lookup is slow enough to do it for weeks only. */
const weekStart = (locale: string) => {
	const week_start = WEEKDAYS[firstDayOfWeek(locale)];
	return week_start && { week_start };
};

/** The parameters of one report: its own override those of the URL. */
export const parametersOf = (
	{ parameters, comparison, locale }: SharedParameters,
	own: { parameters?: QueryParameters | undefined; isCompared?: boolean | undefined },
): QueryParameters => ({
	...parameters,
	...(own.isCompared === false ? {} : comparison),
	...((own.parameters?.["bucket"] === "week" || own.parameters?.["mode"] === "week") &&
		weekStart(locale)),
	...own.parameters,
});
