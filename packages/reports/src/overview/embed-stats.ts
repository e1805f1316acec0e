import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { bucketSql, bucketsOf } from "../query/bucket.ts";
import { oneOf, textParameter } from "../query/parameters.ts";
import { toSql } from "../query/report-query.ts";
import { count, report } from "../report/report.ts";
import { withoutGaps } from "../report/series.ts";

const MINUTE_MS = 60_000;

/** The windows that there are, in minutes, and how their series are cut. */
const BUCKETS = { "30": "minute", "1440": "hour", "10080": "day" } as const;
const WINDOWS = Object.keys(BUCKETS) as (keyof typeof BUCKETS)[];

const Point = z.object({ time: z.string(), users: count() });
const Country = z.object({ country: z.string(), users: count() });

export const embedStats = report({
	path: "/embed-stats",
	summary: "Visitors of the last minutes, for a badge on any page",
	tag: "General",
	scope: "analytics:read",
	readers: "anyone",
	anyOrigin: true,
	headers: { "Cache-Control": "public, max-age=60" },
	extra: {
		minutes: textParameter(`One of ${WINDOWS.join(", ")}; 30 when absent`),
		chart: textParameter("`true` to have `series`"),
		countries: textParameter("`true` to have `topCountries`"),
	},
	response: z.object({
		/** Visitors. */
		count: count(),
		series: z.array(Point).optional(),
		topCountries: z.array(Country).optional(),
	}),
	answer: async ({ runSql, site, query, given, now }) => {
		if (!site.embedEnabled) throw new ApiError("FORBIDDEN", "Embedding is disabled for this site");
		const minutes = oneOf("minutes", given.minutes, WINDOWS, "30");
		const bucket = BUCKETS[minutes];
		const period = {
			from: now - Number(minutes) * MINUTE_MS,
			to: now + 1,
			timeZone: query.period.timeZone,
		};
		const { inRange, parameters } = toSql(site.siteId, {
			period,
			filters: [],
			pseudonyms: undefined,
		});
		const rows = <Row>(columns: string, rest: string) =>
			runSql<Row>(
				`
  SELECT ${columns} uniqExact(user_id) AS users
  FROM events
  WHERE ${inRange}
  ${rest}`,
				parameters,
			);
		const start = bucketSql(bucket, period, parameters)("timestamp");
		const [total] = await rows<{ users: number }>("", "");
		const series =
			given.chart === "true" &&
			withoutGaps(
				await rows<z.infer<typeof Point>>(`${start} AS time,`, "GROUP BY time ORDER BY time"),
				bucketsOf(period, bucket),
				(time) => ({ time, users: 0 }),
			);
		const topCountries =
			given.countries === "true" &&
			(await rows<z.infer<typeof Country>>(
				"toString(country) AS country,",
				"GROUP BY country HAVING country != '' ORDER BY users DESC, country LIMIT 10",
			));
		return {
			count: total?.users ?? 0,
			...(series && { series }),
			...(topCountries && { topCountries }),
		};
	},
});
