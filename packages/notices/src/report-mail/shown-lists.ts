import { figureText, type Unit } from "./mail-format.ts";
import type { Phrases } from "./phrases.ts";
import type { ListName, ListRow, SiteContent } from "./report-mail-content.ts";
import { shownName } from "./safe-text.ts";

/** Longest names of lists, in characters. */
const MOST_CHARACTERS = 60;

const regions = new Map<string, Intl.DisplayNames>();

const countryName = (code: string, { locale }: Phrases): string => {
	if (!/^[A-Z]{2}$/.test(code)) return code;
	const names =
		regions.get(locale) ?? new Intl.DisplayNames(locale, { type: "region", fallback: "code" });
	regions.set(locale, names);
	return names.of(code) ?? code;
};

/** The name of a row as a reader sees it. */
export const rowName = (list: ListName, name: string, phrases: Phrases): string => {
	if (name === "") return list === "sources" ? phrases.direct : phrases.notSet;
	const shown = list === "countries" ? countryName(name, phrases) : name;
	return shownName(shown, MOST_CHARACTERS);
};

export interface ShownList {
	name: ListName;
	title: string;
	counted: string;
	unit: Unit;
	rows: readonly (ListRow & { shown: string; text: string; share: number })[];
}

/** The chosen lists, in the order of mails. */
export const shownLists = ({ lists, currency }: SiteContent, phrases: Phrases): ShownList[] =>
	(Object.entries(lists) as [ListName, readonly ListRow[]][]).map(([name, rows]) => {
		const unit: Unit = name === "revenue" && currency !== null ? { currency } : "count";
		const most = Math.max(1, ...rows.map(({ value }) => value));
		return {
			...{ name, unit, title: phrases.lists[name], counted: phrases.counted[name] },
			rows: rows.map((row) => ({
				...row,
				shown: rowName(name, row.name, phrases),
				text: figureText(row.value, unit, phrases),
				share: Math.max(0, row.value / most),
			})),
		};
	});
