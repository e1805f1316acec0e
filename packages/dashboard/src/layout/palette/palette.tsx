import { useEffect, useMemo, useState } from "preact/hooks";
import { apiHref } from "../../api/client.ts";
import { useOwnSites } from "../../api/own-sites.ts";
import { signOut } from "../../api/session.ts";
import { words as de } from "../../i18n/de/palette.ts";
import { words as en } from "../../i18n/en/palette.ts";
import { useWording, wordsOf } from "../../i18n/language.ts";
import { LANGUAGES, type Language } from "../../i18n/languages.ts";
import { basePath } from "../../router/current-place.ts";
import { dayOf } from "../../router/days.ts";
import { rowFilterOf, toggled } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { joined } from "../../ui/class-names.ts";
import { Combobox } from "../../ui/form/combobox.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import type { FrameContent, PaletteProps } from "../frame/frame-content.ts";
import { maySee } from "../frame/menu-entries.ts";
import { useSegments } from "../head/use-segments.ts";
import { paletteKeys } from "../keyboard/palette-key.ts";
import { prefer } from "../preference/preferences.ts";
import { type OpenSite, useSiteView } from "../site-view.ts";
import { filterEntries } from "./filter-entries.ts";
import { matching } from "./match-entry.ts";
import css from "./palette.module.css";
import {
	type Act,
	type PaletteEntry,
	type PaletteSite,
	type PaletteTexts,
	type PaletteWording,
	paletteEntries,
	type SiteDestination,
	typedRangeEntries,
} from "./palette-entries.ts";
import { recentChoices, rememberChoice, withRecentFirst } from "./recent-choices.ts";
import { useValueSearch } from "./use-value-search.ts";

const TEXTS: Readonly<Record<Language, PaletteTexts>> = { en, de };
/** Enough for the sites of nearly everybody; the page of all sites searches the others. */
const MOST_SITES = 1000;
/** More are not read, and would hide the filters after them. */
const MOST_MATCHES = 30;

/** The viewer's language first, then the others once they are loaded. */
const useWordings = (): readonly [PaletteWording, ...PaletteWording[]] => {
	const { language, locale, words } = useWording();
	const [others, setOthers] = useState<readonly PaletteWording[]>([]);
	useEffect(() => {
		let isHere = true;
		const rest = (Object.keys(LANGUAGES) as Language[]).filter((one) => one !== language);
		Promise.all(
			rest.map(async (one) => ({
				words: await wordsOf(one),
				texts: TEXTS[one],
				locale: one,
			})),
		).then(
			(loaded) => isHere && setOthers(loaded),
			// Names in the viewer's own language are found.
			() => {},
		);
		return () => {
			isHere = false;
		};
	}, [language]);
	return useMemo(
		() => [{ words, texts: TEXTS[language], locale }, ...others],
		[words, language, locale, others],
	);
};

/** What an entry does, and the link of one that is another page. */
const useActs = ({ onHelp, onClose }: Pick<PaletteProps, "onHelp" | "onClose">) => {
	const { destination, address, change, go, goTo, linkTo } = useAddress();
	const hrefOf = (act: Act): string | undefined => {
		if (act.do === "open") return linkTo(act.to, act.change);
		if (act.do === "visit") return basePath() + act.path;
		return act.do === "guide" ? apiHref("/docs/") : undefined;
	};
	const changeView: typeof change = (view) => {
		const page = destination.to === "site" ? destination.page : undefined;
		const isElsewhere = page === "settings" || (page === "live" && !("filters" in view));
		// These pages would not show the change.
		if (destination.to === "site" && isElsewhere)
			goTo({ ...destination, page: "overview", rest: [] }, view);
		else change(view);
	};
	const run = (act: Act) => {
		switch (act.do) {
			case "open":
				return goTo(act.to, act.change);
			case "visit":
				return go(act.path);
			case "view":
				return changeView(act.change);
			case "filter":
				return rowFilterOf(address.filters, act.field, act.value) === "only"
					? undefined
					: changeView({ filters: toggled(address.filters, act.field, act.value) });
			case "prefer":
				return prefer(act.choice);
			case "help":
				return onHelp();
			case "signOut":
				void signOut().then(() => go("/login"));
		}
	};
	return ({ act }: PaletteEntry, { isNewTab }: { isNewTab: boolean }) => {
		const href = hrefOf(act);
		onClose();
		if (href !== undefined && (isNewTab || act.do === "guide"))
			window.open(href, "_blank", "noopener");
		else run(act);
	};
};

/** The values that were found for the typed text. */
type Found = ReturnType<typeof useValueSearch>;

interface PaletteDialogProps extends PaletteProps {
	site: PaletteSite | undefined;
	typed: string;
	onSearch(text: string): void;
	found: Found | undefined;
}

const useEntries = ({ site, typed, found, person, organizations }: PaletteDialogProps) => {
	const wordings = useWordings();
	const sites = useOwnSites({ sort_by: "domain", page_size: MOST_SITES }, !person);
	const all = useMemo(
		() =>
			paletteEntries(
				{ site, sites: sites.data?.data ?? [], organizations, isSignedIn: person !== undefined },
				wordings,
			),
		[site, sites.data, organizations, person, wordings],
	);
	const recent = useMemo(recentChoices, []);
	if (typed === "") return withRecentFirst(all, recent);
	if (!site) return matching(all, typed).slice(0, MOST_MATCHES);
	const ranges = typedRangeEntries(typed, site.today, wordings).filter(
		({ id }) => !all.some((entry) => entry.id === id),
	);
	const filters = filterEntries(
		typed,
		{ found: found?.data?.values ?? [], hasPlaces: maySee("places", site.reader) },
		wordings,
	);
	return [...matching([...ranges, ...all], typed).slice(0, MOST_MATCHES), ...filters];
};

const PaletteDialog = (props: PaletteDialogProps) => {
	const { found, onSearch, onClose } = props;
	const { words, language } = useWording();
	const texts = TEXTS[language];
	const shown = useEntries(props);
	const act = useActs(props);
	const isFailed = found?.failure !== undefined || found?.data?.isPartial === true;
	return (
		<Dialog title={words.menu.search} look="top" onClose={onClose}>
			<Combobox
				label={texts.placeholder}
				listLabel={texts.results}
				placeholder={texts.placeholder}
				options={shown.map(({ id, names, group, keys }) => ({
					value: id,
					label: names[0] ?? "",
					note: (
						<span class={css["group"]}>
							<span>{group}</span>
							{keys !== undefined && <kbd class="desk">{keys}</kbd>}
						</span>
					),
				}))}
				chosen={[]}
				isPalette
				isLoading={found?.state === "loading" && shown.length === 0}
				onSearch={onSearch}
				onChoose={(id, { ctrlKey, metaKey }) => {
					const entry = shown.find((one) => one.id === id);
					if (!entry) return;
					// What was found belongs to one site and one period.
					if (entry.act.do !== "filter") rememberChoice(id);
					act(entry, { isNewTab: ctrlKey || metaKey });
				}}
			/>
			<p class={joined(css["hint"], "desk")}>
				<kbd>{paletteKeys().replace("K", "Enter")}</kbd> {texts.newTab}
			</p>
			{isFailed && <p role="alert">{texts.failed}</p>}
		</Dialog>
	);
};

const useSite = (
	destination: SiteDestination,
	{ open, shownPages }: { open: OpenSite } & Pick<FrameContent, "shownPages">,
): PaletteSite => {
	const { now, timeZone } = useSiteView();
	const segments = useSegments().data;
	const today = dayOf(now, timeZone);
	return useMemo(
		() => ({
			destination,
			reader: { isVisitor: open.isVisitor, shownPages },
			mayConfigure: open.site.mayConfigure,
			segments: segments ?? [],
			today,
		}),
		[destination, open, shownPages, segments, today],
	);
};

const OnSite = (props: PaletteProps & { open: OpenSite; destination: SiteDestination }) => {
	const [typed, setTyped] = useState("");
	const site = useSite(props.destination, props);
	const found = useValueSearch(typed, site.reader);
	return <PaletteDialog {...props} site={site} typed={typed} onSearch={setTyped} found={found} />;
};

const OnAllSites = (props: PaletteProps) => {
	const [typed, setTyped] = useState("");
	return (
		<PaletteDialog
			{...props}
			site={undefined}
			typed={typed}
			onSearch={setTyped}
			found={undefined}
		/>
	);
};

/** A field that finds pages, sites, views, settings and filters, over any page. */
export const Palette = (props: PaletteProps) => {
	const { destination } = useAddress();
	const { open } = props;
	return open && destination.to === "site" ? (
		<OnSite {...props} open={open} destination={destination} />
	) : (
		<OnAllSites {...props} />
	);
};
