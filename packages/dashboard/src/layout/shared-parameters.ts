import type { QueryParameters } from "../api/site-reports.ts";
import { WEEKDAYS } from "../format/week-start.ts";
import { type Address, knownTimeZone } from "../router/address.ts";
import { comparisonParameters, type ReportParameters, reportParameters } from "../router/viewer.ts";
import { preferencesNow } from "./preference/preferences.ts";
import { firstDayOfWeek } from "./preference/week-start.ts";
import { rememberedZone } from "./site-zone.ts";

/** Looked up once: that takes longer than everything else that is done with it. */
let deviceZone: string | undefined;

/** The viewer's own time zone: the one that they chose, else this device's. */
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
 * The time zone of a site's pages where the address names none: the viewer's choice, the site's own, this device's.
 * @param siteZone null where none was chosen for the site, undefined while that is not known
 */
export const defaultTimeZone = (siteZone: string | null | undefined): string =>
	chosenTimeZone() ?? (siteZone ? knownTimeZone(siteZone) : undefined) ?? ownTimeZone();

/** The time zone of a site's pages before the site has answered. */
export const firstTimeZone = (site: string, address: Address): string =>
	address.timeZone ?? defaultTimeZone(rememberedZone(site));

const MINUTE_MS = 60_000;

/** The present, in ms since the epoch: one for all that is asked within a minute. */
export const presentMinute = (): number => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** What every report of an address is asked with. */
export interface SharedParameters {
	parameters: ReportParameters;
	/** The parameters of the comparison; empty without one. */
	comparison: ReturnType<typeof comparisonParameters>;
	locale: string;
}

/** What the reports of an address are asked with, also before it is known who looks at it. */
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

/** The day on which weeks begin. To look it up takes long enough to do it for weeks only. */
const weekStart = (locale: string) => {
	const week_start = WEEKDAYS[firstDayOfWeek(locale)];
	return week_start && { week_start };
};

/** The parameters of one report: its own win over those of the address. */
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
