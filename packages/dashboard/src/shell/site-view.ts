import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import { useAddress } from "../address/use-address.ts";
import {
	comparisonParameters,
	type ReportParameters,
	reportParameters,
	type Viewer,
} from "../address/viewer.ts";
import type { ReadSite } from "../api/sites.ts";

/** The site that a page is about, and how it is read. */
export interface OpenSite {
	site: ReadSite;
	viewer: Viewer;
	/** Nobody is signed in: the site is public, or the address has the key of its private link. */
	isVisitor: boolean;
	isEmbedded: boolean;
}

export const OpenSiteContext = createContext<OpenSite | undefined>(undefined);

/** The viewer's own time zone. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

export interface SiteView extends OpenSite {
	timeZone: string;
	/** The present, in ms since the epoch; the same for all cards that are drawn together. */
	now: number;
	/** What every report of the page is asked with. */
	parameters: ReportParameters;
	/** The parameters of the comparison; empty without one. */
	comparison: ReturnType<typeof comparisonParameters>;
}

const MINUTE_MS = 60_000;

/** The present, in ms since the epoch: one for all that is asked within a minute. */
export const presentMinute = (): number => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** What a page of a site asks its reports with. */
export const useSiteView = (): SiteView => {
	const open = useContext(OpenSiteContext);
	if (!open) throw new Error("useSiteView is for the pages of a site");
	const { address } = useAddress();
	const timeZone = address.timeZone ?? ownTimeZone();
	const now = presentMinute();
	return useMemo(
		() => ({
			...open,
			timeZone,
			now,
			parameters: reportParameters(address, now, timeZone),
			comparison: comparisonParameters(address),
		}),
		[open, address, timeZone, now],
	);
};
