import { drop, type Exclusion, pass } from "./verdict.ts";

export const excludedCountry: Exclusion = (_page, { site, place }) =>
	site.excludedCountries.size > 0 && site.excludedCountries.has(place.country)
		? drop("country")
		: pass;
