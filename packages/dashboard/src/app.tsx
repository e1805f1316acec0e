import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { type SignedIn, useSession } from "./api/session.ts";
import { type Membership, useMemberships, useSite } from "./api/sites.ts";
import type { Report } from "./api/use-report.ts";
import {
	loadAccount,
	loadHome,
	loadLogin,
	loadOrganization,
	loadSites,
	loadWelcome,
	MAILED_PAGE_LOADERS,
	SITE_PAGE_LOADERS,
} from "./features/pages.ts";
import { SiteTrouble, Trouble } from "./features/shared/trouble/lazy-trouble.ts";
import { useWording, useWords, WordingContext } from "./i18n/language.ts";
import { ErrorBoundary } from "./layout/error-boundary.tsx";
import { Frame } from "./layout/frame/frame.tsx";
import { type MenuReader, pagesOfAreas, pageToOpen } from "./layout/frame/menu-entries.ts";
import { LazyPage, type PageLoader } from "./layout/lazy/lazy-page.tsx";
import { lazyPart } from "./layout/lazy/lazy-part.tsx";
import { useChosenWording } from "./layout/preference/use-chosen-wording.ts";
import { usePreferences } from "./layout/preference/use-preferences.ts";
import { useStoredPreferences } from "./layout/preference/use-stored-preferences.ts";
import {
	defaultTimeZone,
	firstTimeZone,
	ownTimeZone,
	presentMinute,
} from "./layout/shared-parameters.ts";
import { type OpenSite, OpenSiteContext } from "./layout/site-view.ts";
import { rememberZone } from "./layout/site-zone.ts";
import { basePath } from "./router/current-place.ts";
import type { Destination, SitePage } from "./router/destination.ts";
import { type Location, LocationContext, useAddress, useLocation } from "./router/use-address.ts";
import { viewerOf } from "./router/viewer.ts";
import { Banner } from "./ui/banner.tsx";

const Palette = lazyPart(async () => (await import("./layout/palette/palette.tsx")).Palette);

type SiteDestination = Extract<Destination, { to: "site" }>;

const Redirect = ({ to }: { to: string }) => {
	const { go } = useAddress();
	useEffect(() => go(to, { replaces: true }), [to]);
	return null;
};

/** Whether an organization of the person requires a second factor, and shows nothing before. */
const lacksFactor = ({ failure }: Report<unknown>) => failure?.code === "SECOND_FACTOR_REQUIRED";

const FactorFirst = () => {
	const { here } = useAddress();
	return <Redirect to={`/account/second-factor?to=${encodeURIComponent(here)}`} />;
};

/** A page in the signed-in frame; sends other viewers to sign in first, and back afterwards. */
const OwnPage = ({ load, session }: { load: PageLoader; session: Report<SignedIn | null> }) => {
	const { here } = useAddress();
	const person = session.data;
	const organizations = useMemberships(!person);
	if (session.failure && person === undefined)
		return <Trouble kind="down" onRetry={session.retry} />;
	if (person === undefined) return null;
	if (person === null) return <Redirect to={`/login?to=${encodeURIComponent(here)}`} />;
	if (lacksFactor(organizations)) return <FactorFirst />;
	return (
		<Frame
			palette={Palette}
			person={person}
			organizations={organizations.data ?? []}
			open={undefined}
		>
			<LazyPage load={load} />
		</Frame>
	);
};

const SiteBanner = ({ open, hasKey }: { open: OpenSite; hasKey: boolean }) => {
	const words = useWords();
	if (!open.isVisitor || open.isEmbedded) return null;
	return (
		<Banner>
			<b>{open.site.domain}</b> {hasKey ? words.trouble.link : words.trouble.publicSite}
		</Banner>
	);
};

/** Redirects from a page that the reader may not see to the first one they may. */
const HiddenPage = ({
	destination,
	reader,
}: {
	destination: SiteDestination;
	reader: MenuReader;
}) => {
	const { linkTo } = useAddress();
	if (destination.page === "settings" && destination.privateKey === undefined)
		return <Trouble kind="private" />;
	const first = pageToOpen("overview", reader);
	const way = first && linkTo({ ...destination, page: first, rest: [] });
	return <Trouble kind="notShown" way={way} />;
};

/** The parsed URL, with the site's time zone as the default; the first change writes it into the URL. */
const useZonedLocation = (siteZone: string | null | undefined): Location => {
	const location = useAddress();
	const preferred = usePreferences().timeZone;
	return useMemo(() => {
		const timeZone = location.address.timeZone ?? defaultTimeZone(siteZone);
		return {
			...location,
			change: (change, options) => location.change({ timeZone, ...change }, options),
		};
	}, [location, siteZone, preferred]);
};

/** The place of the page that is shown: corrects the browser's URL if it names another one. */
const useShownLocation = (
	location: Location,
	destination: SiteDestination,
	page: SitePage | undefined,
): Location => {
	const shown = useMemo(
		() =>
			page === undefined || page === destination.page
				? undefined
				: { ...location, destination: { ...destination, page, rest: [] } },
		[location, destination, page],
	);
	useEffect(() => {
		if (!shown) return;
		const href = location.linkTo(shown.destination);
		location.go(href.slice(basePath().length), { replaces: true });
	}, [shown]);
	return shown ?? location;
};

interface OpenSitePageProps {
	destination: SiteDestination;
	open: OpenSite;
	person: SignedIn | null | undefined;
	organizations: readonly Membership[];
}

/** A page of a site that the viewer may read, at least in part. */
const OpenSitePage = ({ destination, open, person, organizations }: OpenSitePageProps) => {
	const areas = open.site.seenBy?.areas;
	const shownPages = open.isVisitor && areas ? pagesOfAreas(areas) : undefined;
	const reader = { isVisitor: open.isVisitor, shownPages };
	const page = pageToOpen(destination.page, reader);
	const location = useShownLocation(useZonedLocation(open.site.timeZone), destination, page);
	if (page === undefined) return <HiddenPage destination={destination} reader={reader} />;
	return (
		<LocationContext.Provider value={location}>
			<OpenSiteContext.Provider value={open}>
				<Frame
					palette={Palette}
					person={person ?? undefined}
					organizations={organizations}
					open={open}
					shownPages={shownPages}
				>
					<SiteBanner open={open} hasKey={destination.privateKey !== undefined} />
					<ErrorBoundary resetKey={location.here}>
						<LazyPage key={page} load={SITE_PAGE_LOADERS[page]} />
					</ErrorBoundary>
				</Frame>
			</OpenSiteContext.Provider>
		</LocationContext.Provider>
	);
};

/** A page of a site, for members, visitors of a public site, and holders of a private link. */
const SitePages = ({
	destination,
	session,
}: {
	destination: SiteDestination;
	session: Report<SignedIn | null>;
}) => {
	const { address } = useAddress();
	const { site, privateKey, page } = destination;
	const hasKey = privateKey !== undefined;
	const [passwordsGiven, setPasswordsGiven] = useState(0);
	const viewer = useMemo(() => viewerOf(privateKey), [privateKey, passwordsGiven]);
	// Holders of a link are visitors, even if they are members elsewhere.
	const person = hasKey ? null : session.data;
	const organizations = useMemberships(!person);
	const report = useSite(site, viewer);
	const isEmbedded = address.others.some(([key]) => key === "embed");
	const siteZone = report.data?.timeZone;
	useEffect(() => rememberZone(site, siteZone), [site, siteZone]);
	const via = report.data?.seenBy?.via;
	const isNobody = via === undefined && !person;
	// A signed-in person may be a visitor here too, of another organization's public site.
	const isVisitor = hasKey || isNobody || (via ?? "member") !== "member";
	const mayWrite = !isVisitor && report.data?.seenBy?.role !== "viewer";
	const open = useMemo(
		(): OpenSite | undefined =>
			report.data && {
				site: report.data,
				viewer,
				isVisitor,
				mayWrite,
				isEmbedded,
			},
		[report.data, viewer, isVisitor, mayWrite, isEmbedded],
	);
	const { language, locale } = useWording();
	// The page's code and its first queries start before the viewer's access is known.
	useLayoutEffect(() => {
		const timeZone = firstTimeZone(site, address);
		const view = { site: { id: site }, viewer, address, timeZone, now: presentMinute(), locale };
		SITE_PAGE_LOADERS[page](language).then(
			({ prefetch }) => prefetch?.(view),
			// The component that shows the page reports that it failed to load.
			() => {},
		);
	}, []);
	useEffect(() => {
		if (!hasKey) return undefined;
		const robots = document.createElement("meta");
		robots.name = "robots";
		robots.content = "noindex";
		const referrer = document.createElement("meta");
		referrer.name = "referrer";
		referrer.content = "no-referrer";
		document.head.append(robots, referrer);
		return () => {
			robots.remove();
			referrer.remove();
		};
	}, [hasKey]);
	// A site that is no longer public, or a revoked link, leaves no data behind.
	const isShutOut = open?.isVisitor && [401, 403, 404].includes(report.failure?.status ?? 0);
	if (!open || isShutOut) {
		if (session.state === "loading" && !hasKey) return null;
		if (person && lacksFactor(report)) return <FactorFirst />;
		return (
			report.failure && (
				<SiteTrouble
					{...{ failure: report.failure, site, privateKey, person }}
					onRetry={report.retry}
					onPassword={() => setPasswordsGiven(passwordsGiven + 1)}
				/>
			)
		);
	}
	return (
		<OpenSitePage
			destination={destination}
			open={open}
			person={person}
			organizations={organizations.data ?? []}
		/>
	);
};

const Pages = () => {
	const { destination } = useAddress();
	const session = useSession();
	useStoredPreferences(session.data);
	switch (destination.to) {
		case "home":
			return <LazyPage key="home" load={loadHome} />;
		case "login":
			return <LazyPage key="login" load={loadLogin} />;
		case "welcome":
			return <LazyPage key="welcome" load={loadWelcome} />;
		case "sites":
			return <OwnPage key="sites" load={loadSites} session={session} />;
		case "organization":
			return <OwnPage key="organization" load={loadOrganization} session={session} />;
		case "account": {
			const [first = ""] = destination.rest;
			const mailed = Object.hasOwn(MAILED_PAGE_LOADERS, first) && MAILED_PAGE_LOADERS[first];
			if (mailed) return <LazyPage key={first} load={mailed} />;
			return <OwnPage key="account" load={loadAccount} session={session} />;
		}
		case "site":
			return (
				<SitePages
					key={`${destination.site} ${destination.privateKey}`}
					destination={destination}
					session={session}
				/>
			);
		case "unknown":
			return <Trouble kind="unknown" />;
	}
};

/** The dashboard. */
export const App = () => {
	const wording = useChosenWording();
	const location = useLocation(ownTimeZone);
	return (
		<WordingContext.Provider value={wording}>
			<LocationContext.Provider value={location}>
				<ErrorBoundary resetKey={location.here}>
					<Pages />
				</ErrorBoundary>
			</LocationContext.Provider>
		</WordingContext.Provider>
	);
};
