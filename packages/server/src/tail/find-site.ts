import { keptSites } from "@footfall/gateway/kept-sites";
import { EnvironmentError } from "@footfall/shared/environment";
import { type SiteNumber, siteNumberOf } from "@footfall/shared/ids";

/**
 * The number of a site that is given as its number, id or domain; the last two are looked up in the snapshot that a
 * gateway has saved in the data directory.
 * @throws EnvironmentError if there is no such site
 */
export const findSite = async (given: string, dataDirectory: string): Promise<SiteNumber> => {
	const number = siteNumberOf(given);
	if (number !== undefined) return number;
	const sites = await keptSites(dataDirectory);
	if (sites === undefined)
		throw new EnvironmentError(
			`Sites are known here by number alone, because no gateway has saved their list in ${dataDirectory}. Name the site by its number, or use --all`,
		);
	const wanted = given.toLowerCase();
	const found = sites.filter(({ id, domain }) => id === wanted || domain?.toLowerCase() === wanted);
	const [site, ...others] = found;
	if (site === undefined)
		throw new EnvironmentError(`There is no site with the number, id or domain "${given}"`);
	if (others.length > 0)
		throw new EnvironmentError(
			`Several sites have the domain "${given}". Name one by its number: ${found.map(({ siteId }) => siteId).join(", ")}`,
		);
	return site.siteId;
};
