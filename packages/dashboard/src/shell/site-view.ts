import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import { knownTimeZone } from "../address/address.ts";
import { useAddress } from "../address/use-address.ts";
import {
	comparisonParameters,
	type ReportParameters,
	reportParameters,
	type Viewer,
} from "../address/viewer.ts";
import type { ReadSite } from "../api/sites.ts";
import { weekStartOf } from "../shape/week-start.ts";
import { useWording } from "../words/language.ts";
import { preferencesNow, usePreferences, type WeekStart } from "./preferences.ts";

/** The site that a page is about, and how it is read. */
export interface OpenSite {
	site: ReadSite;
	viewer: Viewer;
	/** Nobody is signed in: the site is public, or the address has the key of its private link. */
	isVisitor: boolean;
	isEmbedded: boolean;
}

export const OpenSiteContext = createContext<OpenSite | undefined>(undefined);

/** The viewer's own time zone: the one that they chose, else this device's. */
export const ownTimeZone = (): string =>
	chosenTimeZone() ?? (Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC");

const chosenTimeZone = () => {
	const { timeZone } = preferencesNow();
	// The server may know zones that this browser does not.
	return timeZone === null ? undefined : knownTimeZone(timeZone);
};

/** What a new site says until somebody chooses its time zone. */
const UNCHOSEN = "UTC";

/** The time zone of a site's pages where the address names none: the viewer's choice, the site's own, this device's. */
export const defaultTimeZone = (siteZone: string | undefined): string => {
	if (chosenTimeZone() !== undefined || siteZone === undefined || siteZone === UNCHOSEN)
		return ownTimeZone();
	return knownTimeZone(siteZone) ?? ownTimeZone();
};

/** Of the days of a week, the first for the viewer; undefined where the api knows no such week. */
const weekStartFor = (chosen: WeekStart | null, locale: string): WeekStart | undefined =>
	chosen ?? ({ 0: "monday", 5: "saturday", 6: "sunday" } as const)[weekStartOf(locale)];

export interface SiteView extends OpenSite {
	timeZone: string;
	/** The present, in ms since the epoch; the same for all cards that are drawn together. */
	now: number;
	/** What every report of the page is asked with. */
	parameters: ReportParameters & { week_start?: WeekStart };
	/** The parameters of the comparison; empty without one. */
	comparison: ReturnType<typeof comparisonParameters>;
}

const MINUTE_MS = 60_000;

/** What a page of a site asks its reports with. */
export const useSiteView = (): SiteView => {
	const open = useContext(OpenSiteContext);
	if (!open) throw new Error("useSiteView is for the pages of a site");
	const { address } = useAddress();
	const { locale } = useWording();
	const preferences = usePreferences();
	const timeZone = address.timeZone ?? defaultTimeZone(open.site.seenBy?.timeZone);
	const week_start = weekStartFor(preferences.weekStart, locale);
	const minute = Math.floor(Date.now() / MINUTE_MS);
	return useMemo(
		() => ({
			...open,
			timeZone,
			now: minute * MINUTE_MS,
			parameters: {
				...reportParameters(address, minute * MINUTE_MS, timeZone),
				...(week_start && { week_start }),
			},
			comparison: comparisonParameters(address),
		}),
		[open, address, timeZone, week_start, minute],
	);
};
