import type { SitesContent } from "@footfall/notices";
import type { Site } from "../access/site.ts";
import type { ReadReports } from "./read-reports.ts";
import { figuresOf, parametersOf, type SiteContentRequest } from "./site-content.ts";

/** The sites of which a mail about all of them asks the figures, those with the lowest numbers first. */
const MOST_SITES = 100;
const MOST_ROWS = 40;
/** The store answers two heavy statements of a caller at a time. */
const AT_ONCE = 2;

/**
 * What a mail says about several sites.
 * @param linkOf a site's page of the dashboard; null without a public address
 * @throws Error if a report cannot be answered
 */
export const sitesContentOf = async (
	sites: readonly Site[],
	readerOf: (site: Site) => ReadReports,
	request: Omit<SiteContentRequest, "parts">,
	linkOf: (site: Site) => string | null,
): Promise<Omit<SitesContent, "segment">> => {
	const parameters = parametersOf(request);
	const waiting = sites.slice(0, MOST_SITES);
	const rows: SitesContent["sites"][number][] = [];
	const work = async (): Promise<void> => {
		for (let site = waiting.shift(); site !== undefined; site = waiting.shift()) {
			const answers = await readerOf(site).many(parameters, [
				{ id: "overview", report: "overview" },
			]);
			const { users, sessions, pageviews } = figuresOf(
				answers["overview"] as Parameters<typeof figuresOf>[0],
			);
			const { name, domain } = site;
			rows.push({ name, domain, link: linkOf(site), users, sessions, pageviews });
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	const sorted = rows.sort(
		(one, other) => other.users.value - one.users.value || (one.name < other.name ? -1 : 1),
	);
	const shown = sorted.slice(0, MOST_ROWS);
	return { kind: "sites", sites: shown, notListed: sites.length - shown.length };
};
