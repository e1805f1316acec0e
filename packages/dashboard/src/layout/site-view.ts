import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import type { ReadSite } from "../api/sites.ts";
import { useWording } from "../i18n/language.ts";
import { useAddress } from "../router/use-address.ts";
import type { Viewer } from "../router/viewer.ts";
import { usePreferences } from "./preference/use-preferences.ts";
import {
	defaultTimeZone,
	presentMinute,
	type SharedParameters,
	sharedParametersOf,
} from "./shared-parameters.ts";

/** The site of a page, and the viewer's access to it. */
export interface OpenSite {
	site: ReadSite;
	viewer: Viewer;
	/** Nobody is signed in: the site is public, or the URL contains the key of its private link. */
	isVisitor: boolean;
	/** Whether the viewer may add things and change what is theirs: neither a visitor nor somebody who only reads. */
	mayWrite: boolean;
	isEmbedded: boolean;
}

export const OpenSiteContext = createContext<OpenSite | undefined>(undefined);

export interface SiteView extends OpenSite, SharedParameters {
	timeZone: string;
	/** The current time in ms since the epoch; the same for all cards that are rendered together. */
	now: number;
}

/** The report parameters of a site's page. */
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
			...sharedParametersOf({ address, now, timeZone, locale }),
		}),
		[open, address, timeZone, now, locale, weekStart],
	);
};
