import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import { type Address, knownTimeZone } from "../address/address.ts";
import { useAddress } from "../address/use-address.ts";
import {
	comparisonParameters,
	type ReportParameters,
	reportParameters,
	type Viewer,
} from "../address/viewer.ts";
import type { ReadSite } from "../api/sites.ts";
import { WEEKDAYS } from "../shape/week-start.ts";
import { useWording } from "../words/language.ts";
import { preferencesNow, usePreferences } from "./preference/preferences.ts";
import { firstDayOfWeek } from "./preference/week-start.ts";

/** The site that a page is about, and how it is read. */
export interface OpenSite {
	site: ReadSite;
	viewer: Viewer;
	/** Nobody is signed in: the site is public, or the address has the key of its private link. */
	isVisitor: boolean;
	isEmbedded: boolean;
}

export const OpenSiteContext = createContext<OpenSite | undefined>(undefined);

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

export interface SiteView extends OpenSite {
	timeZone: string;
	/** The present, in ms since the epoch; the same for all cards that are drawn together. */
	now: number;
	/** What every report of the page is asked with. */
	parameters: ReportParameters & { week_start?: (typeof WEEKDAYS)[number] };
	/** The parameters of the comparison; empty without one. */
	comparison: ReturnType<typeof comparisonParameters>;
}

const MINUTE_MS = 60_000;

/** The present, in ms since the epoch: one for all that is asked within a minute. */
export const presentMinute = (): number => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** What the reports of an address are asked with, also before it is known who looks at it. */
export const askedOf = ({
	address,
	now,
	timeZone,
	locale,
}: {
	address: Address;
	now: number;
	timeZone: string;
	locale: string;
}): Pick<SiteView, "parameters" | "comparison"> => {
	const week_start = WEEKDAYS[firstDayOfWeek(locale)];
	return {
		parameters: {
			...reportParameters(address, now, timeZone),
			...(week_start && { week_start }),
		},
		comparison: comparisonParameters(address),
	};
};

/** What a page of a site asks its reports with. */
export const useSiteView = (): SiteView => {
	const open = useContext(OpenSiteContext);
	if (!open) throw new Error("useSiteView is for the pages of a site");
	const { address } = useAddress();
	const { locale } = useWording();
	const { weekStart } = usePreferences();
	const timeZone = address.timeZone ?? defaultTimeZone(open.site.timeZone);
	const now = presentMinute();
	return useMemo(
		() => ({
			...open,
			timeZone,
			now,
			...askedOf({ address, now, timeZone, locale }),
		}),
		[open, address, timeZone, now, locale, weekStart],
	);
};
