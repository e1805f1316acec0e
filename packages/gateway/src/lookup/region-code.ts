import { iso31662 } from "iso-3166";
import { REGION_NAMES } from "./region-names.ts";

/** Letters that are not a base letter with an accent. */
const FOLDED: Readonly<Record<string, string>> = {
	ß: "ss",
	ø: "o",
	ł: "l",
	đ: "d",
	æ: "ae",
	ı: "i",
};

/** Words for the kind of a region: one list contains them, the other does not. */
const KIND =
	/\b(the|of|and|de|del|la|province|region|state|district|oblasts?|county|governorate|prefecture|department|municipality|city|republic|autonomous|emirate|krai|kray|okrug|voivodeship|canton|division|territory|parish|oblys|apskritis|novads|zupanija|kraj|lan|megye|sheng|shi|zizhiqu|do|provinsi|viloyati|voblasc|voblast|respublika|al|el|ad)\b/g;

/** Two spellings of one region have the same key. */
const keyOf = (name: string): string => {
	const plain = name
		.normalize("NFD")
		.replace(/\p{M}/gu, "")
		.toLowerCase()
		.replace(/[ßøłđæı]/g, (letter) => FOLDED[letter] ?? letter)
		.replace(/\([^()]*\)|\[[^[\]]*\]/g, " ")
		.replace(/[^a-z0-9 ]+/g, " ");
	const bare = plain.replace(KIND, " ").replaceAll(" ", "");
	return bare === "" ? plain.replaceAll(" ", "") : bare;
};

const codes = (): Map<string, string> => {
	const found = new Map<string, string>();
	const enter = (country: string, name: string, code: string) => {
		const key = `${country}${keyOf(name)}`;
		if (!found.has(key)) found.set(key, code);
	};
	for (const [country, code, name] of REGION_NAMES) enter(country, name, `${country}-${code}`);
	// First-level regions first, so that a county never takes a state's name.
	const ofCountry = iso31662.filter(({ code, parent }) => code.startsWith(`${parent}-`));
	for (const { code, name } of [...ofCountry, ...iso31662])
		for (const spelling of [name, ...name.split(/[,/]/)]) enter(code.slice(0, 2), spelling, code);
	return found;
};

let known: Map<string, string> | undefined;

/** A region's ISO 3166-2 code; a name that the tables lack is appended to the country unchanged: `GB-Somewhere`. */
export const regionCodeOf = (country: string, name: string): string => {
	if (country === "" || name === "") return "";
	known ??= codes();
	return known.get(`${country}${keyOf(name)}`) ?? `${country}-${name}`;
};

/** The same for a region in an export, which is a code in one product and a name in another. */
export const importedRegionCode = (country: string, region: string): string =>
	country === "" || region.startsWith(`${country}-`) ? region : regionCodeOf(country, region);
