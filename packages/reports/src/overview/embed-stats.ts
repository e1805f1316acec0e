import { ApiError } from "@footfall/shared/api-error";
import { IS_ACT } from "@footfall/store";
import { z } from "zod";
import { PERSON_NUMBER } from "../query/dimensions.ts";
import { oneOf, textParameter } from "../query/parameters.ts";
import { toSql } from "../query/report-query.ts";
import { count, report } from "../report/report.ts";
import { runSeries } from "../report/series.ts";
import { UsersPoint } from "./sites-overview.ts";

const MINUTE_MS = 60_000;

/** The available windows, in minutes, and the buckets of their series. */
const BUCKETS = { "30": "minute", "1440": "hour", "10080": "day" } as const;
const WINDOWS = Object.keys(BUCKETS) as (keyof typeof BUCKETS)[];

const Country = z
	.object({ country: z.string(), users: count() })
	.meta({ component: "CountryUsers" });

export const embedStats = report({
	path: "/embed-stats",
	summary: "Visitors in the last minutes, for a badge on any page",
	description: "Without a key, if the site's `embedEnabled` is on; 403 otherwise.",
	tag: "General",
	readers: "anyone",
	anyOrigin: true,
	headers: { "Cache-Control": "public, max-age=60" },
	extra: {
		minutes: textParameter(`One of ${WINDOWS.join(", ")}; 30 by default`),
		chart: textParameter("`true` to include `series`"),
		countries: textParameter("`true` to include `topCountries`"),
	},
	response: z.object({
		/** People. */
		count: count(),
		series: z.array(UsersPoint).optional(),
		topCountries: z.array(Country).optional(),
	}),
	answer: async (context) => {
		const { runSql, site, given, now } = context;
		if (!site.embedEnabled) throw new ApiError("FORBIDDEN", "Embedding is disabled for this site");
		const minutes = oneOf("minutes", given.minutes, WINDOWS, "30");
		const { timeZone } = context.query.period;
		const period = { from: now - Number(minutes) * MINUTE_MS, to: now + 1, timeZone };
		const query = { period, filters: [], pseudonyms: undefined };
		const querySql = toSql(site.siteId, query);
		const textOf = (columns: string, rest: string) => `
  SELECT ${columns} uniqExact(${PERSON_NUMBER}) AS users
  FROM events
  WHERE ${querySql.inRange} AND ${IS_ACT}
  ${rest}`;
		const [total] = await runSql<{ users: number }>(textOf("", ""), querySql.parameters);
		const series =
			given.chart === "true" &&
			(await runSeries<z.infer<typeof UsersPoint>>({ runSql, query }, querySql, {
				bucket: BUCKETS[minutes],
				text: (startOf) =>
					textOf(`${startOf("timestamp")} AS time,`, "GROUP BY time ORDER BY time"),
				emptyAt: (time) => ({ time, users: 0 }),
			}));
		const topCountries =
			given.countries === "true" &&
			(await runSql<z.infer<typeof Country>>(
				textOf(
					"toString(country) AS country,",
					"GROUP BY country HAVING country != '' ORDER BY users DESC, country LIMIT 10",
				),
				querySql.parameters,
			));
		return {
			count: total?.users ?? 0,
			...(series && { series }),
			...(topCountries && { topCountries }),
		};
	},
});
