import type { ListedSite } from "../../api/own-sites.ts";
import { isAdministrator, type Membership } from "../../api/sites.ts";
import type { words as english } from "../../i18n/en/palette.ts";
import type { Words } from "../../i18n/en.ts";
import { LANGUAGES } from "../../i18n/languages.ts";
import type { Address } from "../../router/address.ts";
import { DERIVED_COMPARISONS } from "../../router/comparison.ts";
import { type Day, isDay } from "../../router/days.ts";
import type { Destination } from "../../router/destination.ts";
import { type DateRange, rangeOf, textOfRange } from "../../router/range.ts";
import { type MenuReader, maySee, menuGroups, organizationPages } from "../frame/menu-entries.ts";
import { shownGroups } from "../frame/settings-sections.ts";
import { KEYS, PAGE_KEYS } from "../keyboard/keyboard.ts";
import { type Preferences, THEMES } from "../preference/preferences.ts";
import { rangeText } from "../text/range-text.ts";

export type PaletteTexts = typeof english;

/** What choosing an entry does. */
export type Act =
	/** Another page, with the view of this one, changed. */
	| { do: "open"; to: Destination; change?: Partial<Address> }
	/** A path below the base. */
	| { do: "visit"; path: string }
	/** Another view of the page. */
	| { do: "view"; change: Partial<Address> }
	| { do: "filter"; field: string; value: string }
	| { do: "prefer"; choice: Partial<Preferences> }
	| { do: "guide" | "help" | "signOut" };

export interface PaletteEntry {
	/** The same in every language. */
	id: string;
	/** Its name in each language, the viewer's first. */
	names: readonly string[];
	/** The name of its group. */
	group: string;
	/** Its shortcut. */
	keys?: string | undefined;
	act: Act;
}

export type SiteDestination = Extract<Destination, { to: "site" }>;

/** The open site, as far as the entries depend on it. */
export interface PaletteSite {
	destination: SiteDestination;
	reader: MenuReader;
	mayConfigure: boolean;
	segments: readonly { segmentId: number; name: string }[];
	today: Day;
}

/** What the viewer may choose from. */
export interface PaletteContext {
	/** Absent on pages of all sites. */
	site: PaletteSite | undefined;
	sites: readonly Pick<ListedSite, "id" | "domain">[];
	organizations: readonly Membership[];
	isSignedIn: boolean;
}

/** The texts of a language. */
export interface PaletteWording {
	words: Words;
	texts: PaletteTexts;
	locale: string;
}

/** An entry in one language. */
type Entry = Omit<PaletteEntry, "names"> & { name: string };

const rangeEntry = (
	range: DateRange,
	today: Day,
	{ words, locale }: PaletteWording,
	keys?: string,
): Entry => ({
	id: `range ${textOfRange(range)}`,
	name: rangeText(range, words, today, locale),
	group: words.range.label,
	keys,
	act: { do: "view", change: { range } },
});

const pageEntries = (
	{ destination, reader, mayConfigure }: PaletteSite,
	{ words, texts }: PaletteWording,
): Entry[] => {
	const keyOf = new Map(Object.entries(PAGE_KEYS).map(([key, page]) => [page, `g ${key}`]));
	const pages = menuGroups(reader).flatMap((group) => group.pages);
	const shown = maySee("settings", reader) ? [...pages, "settings" as const] : pages;
	const sections = maySee("settings", reader) ? shownGroups(mayConfigure).flat() : [];
	return [
		...shown.map((page) => ({
			id: `page ${page}`,
			name: words.page[page],
			group: texts.page,
			keys: keyOf.get(page),
			act: { do: "open", to: { ...destination, page, rest: [] } } as const,
		})),
		...sections.map((section) => ({
			id: `settings ${section}`,
			name: texts.section[section],
			group: words.page.settings,
			act: { do: "open", to: { ...destination, page: "settings", rest: [section] } } as const,
		})),
	];
};

const viewEntries = ({ segments, today }: PaletteSite, wording: PaletteWording): Entry[] => {
	const { words } = wording;
	return [
		...Object.entries(KEYS).flatMap(([key, command]) =>
			command.do === "range" ? [rangeEntry(command.range, today, wording, key)] : [],
		),
		...([...DERIVED_COMPARISONS, "off"] as const).map((kind) => ({
			id: `compare ${kind}`,
			name: words.compare.choices[kind],
			group: words.compare.label,
			act: { do: "view", change: { comparison: { kind } } } as const,
		})),
		{
			id: "segment",
			name: words.filter.everyone,
			group: words.filter.segment,
			act: { do: "view", change: { segment: undefined } },
		},
		...segments.map(({ segmentId, name }) => ({
			id: `segment ${segmentId}`,
			name,
			group: words.filter.segment,
			act: { do: "view", change: { segment: segmentId } } as const,
		})),
	];
};

const otherPages = (
	{ site, sites, organizations, isSignedIn }: PaletteContext,
	{ words, texts }: PaletteWording,
): Entry[] => {
	const page = site?.destination.page ?? "overview";
	if (!isSignedIn) return [];
	return [
		...sites.map(({ id, domain }) => ({
			id: `site ${id}`,
			name: domain,
			group: texts.site,
			act: {
				do: "open",
				to: { to: "site", site: id, page, rest: [] },
				// Filters and segments only fit the pages of one site.
				change: { filters: [], segment: undefined },
			} as const,
		})),
		{
			id: "sites",
			name: words.sites.all,
			group: texts.page,
			act: { do: "open", to: { to: "sites" } },
		},
		...(organizations.some(({ role }) => isAdministrator(role))
			? [
					{
						id: "add site",
						name: words.sites.add,
						group: texts.site,
						act: { do: "visit", path: "/sites?open=add" } as const,
					},
				]
			: []),
		...organizations.flatMap(({ id, name, role }) =>
			organizationPages(role).map((one) => ({
				id: `organization ${id} ${one}`,
				name: words.menu[one],
				group: name,
				act: { do: "open", to: { to: "organization", rest: [id, one] } } as const,
			})),
		),
		{
			id: "account",
			name: words.page.account,
			group: texts.page,
			act: { do: "open", to: { to: "account", rest: [] } },
		},
	];
};

const commonEntries = (isSignedIn: boolean, { words, texts }: PaletteWording): Entry[] => [
	...THEMES.map((theme) => ({
		id: `theme ${theme}`,
		name: words.menu.themes[theme],
		group: words.menu.theme,
		act: { do: "prefer", choice: { theme } } as const,
	})),
	...Object.entries(LANGUAGES).map(([language, name]) => ({
		id: `language ${language}`,
		name,
		group: words.menu.language,
		act: { do: "prefer", choice: { language } } as const,
	})),
	{
		id: "help",
		name: words.keyboard.title,
		group: words.menu.more,
		keys: "?",
		act: { do: "help" },
	},
	{ id: "guide", name: words.guide, group: words.menu.more, act: { do: "guide" } },
	isSignedIn
		? { id: "out", name: words.menu.signOut, group: words.page.account, act: { do: "signOut" } }
		: {
				id: "in",
				name: words.menu.signIn,
				group: texts.page,
				act: { do: "open", to: { to: "login" } },
			},
];

/** Numbers and days that name a range which is in no menu. */
const typedRange = (typed: string): DateRange | undefined => {
	const days = typed.match(/\d{4}-\d\d-\d\d/g);
	if (!days) {
		const [count, ...more] = typed.match(/\d+/g) ?? [];
		return count !== undefined && more.length === 0 ? rangeOf(`${Number(count)}d`) : undefined;
	}
	const [first = "", last = first, ...more] = days;
	if (more.length > 0 || !isDay(first) || !isDay(last)) return undefined;
	return rangeOf(`${first}..${last}`);
};

/** Merges the same entries in several languages. */
const inEachLanguage = (
	wordings: readonly PaletteWording[],
	entriesIn: (wording: PaletteWording) => readonly Entry[],
): PaletteEntry[] => {
	const [own, ...others] = wordings.map(entriesIn);
	const names = new Map<string, string[]>();
	for (const { id, name } of others.flat()) names.set(id, [...(names.get(id) ?? []), name]);
	return (own ?? []).map(({ name, ...entry }) => ({
		...entry,
		names: [name, ...(names.get(entry.id) ?? [])],
	}));
};

/** Everything that can be chosen, in the order of the menus. @param wordings the viewer's language first */
export const paletteEntries = (
	context: PaletteContext,
	wordings: readonly PaletteWording[],
): PaletteEntry[] =>
	inEachLanguage(wordings, (wording) => [
		...(context.site ? pageEntries(context.site, wording) : []),
		...(context.site ? viewEntries(context.site, wording) : []),
		...otherPages(context, wording),
		...commonEntries(context.isSignedIn, wording),
	]);

/** The range that a text names: `2026-10-01..2026-10-31`, one day, or a number of days. */
export const typedRangeEntries = (
	typed: string,
	today: Day,
	wordings: readonly PaletteWording[],
): PaletteEntry[] => {
	const range = typedRange(typed);
	if (!range) return [];
	const entries = inEachLanguage(wordings, (wording) => [rangeEntry(range, today, wording)]);
	// Days are written in another way than they are typed.
	return range.kind === "dates"
		? entries.map((entry) => ({ ...entry, names: [...entry.names, typed] }))
		: entries;
};
