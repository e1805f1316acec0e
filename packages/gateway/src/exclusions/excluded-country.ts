import { drop, type Filter, pass } from "./verdict.ts";

export const excludedCountry: Filter = (_event, { site, place }) =>
	site.excludedCountries.size > 0 && site.excludedCountries.has(place.country)
		? drop("country")
		: pass;
