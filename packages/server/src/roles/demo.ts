import type { Logger } from "pino";
import type { Configuration } from "../configuration.ts";
import { admin } from "./admin.ts";
import { requireData } from "./require-data.ts";

const HELP = `footfall demo [options]

  Fills a site with lifelike traffic: visits with sources, pages, devices and countries, events, errors, web vitals,
  users, bots, and goals and funnels to look at. Works while the product runs, and while it does not.

  --site ID      by number or id; the oldest site when absent
  --days N       90 when absent
  --visits N     of an average day; 400 when absent
  --seed N       another number, other visits
  --anyway       also into a site that has events
`;

/**
 * `footfall demo`: resolves when the site is filled.
 * @throws EnvironmentError with what the operator can change
 */
export const demo = async (
	parameters: readonly string[],
	configuration: Configuration,
	log: Logger,
): Promise<void> => {
	if (parameters.includes("--help")) return void process.stdout.write(HELP);
	requireData(configuration);
	await admin(["demo", ...parameters], configuration, log);
};
