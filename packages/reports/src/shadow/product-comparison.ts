import { ApiError, refusedParameters } from "@footfall/shared/api-error";
import { MAX_BOT_RETENTION_DAYS } from "@footfall/shared/limits";
import { timeZoneOf } from "@footfall/shared/time-zone";
import { z } from "zod";
import { wholeDaysOf } from "../past/fit-past.ts";
import { DAY_MS, firstActOf } from "../past/past-of-site.ts";
import { textParameter } from "../query/parameters.ts";
import { startOfDay, wallTimeOf } from "../query/time-zone.ts";
import { count, report } from "../report/report.ts";
import {
	COUNTED,
	type Counted,
	type DayOfBoth,
	divided,
	minus,
	NOTHING,
	REASONS,
	sumOfDays,
} from "./parts-of-difference.ts";
import { type ProductRules, rulesOf } from "./product-rules.ts";
import {
	type ByDay,
	figuresOfBots,
	figuresOfPeople,
	figuresOfSessions,
	ownFigures,
} from "./reason-figures.ts";

/** Every reason reads the events of the range. */
const MAX_DAYS = 366;
const MAX_IMPORTS = 100;

const IMPORTS = `
  SELECT
    import_id,
    max(platform) AS platform,
    toUInt32(min(date)) AS first,
    toUInt32(max(date)) AS last
  FROM imported_figures
  WHERE site_id = {site:UInt32} AND dimension = ''
  GROUP BY import_id
  ORDER BY last DESC, first, import_id
  LIMIT ${MAX_IMPORTS}`;
interface ImportRow {
	import_id: string;
	platform: string;
	/** Days since 1970, both included. */
	first: number;
	last: number;
}

const THEIRS = `
  SELECT
    toUInt32(date) AS day,
    sum(imported_figures.visitors) AS visitors,
    sum(imported_figures.visits) AS visits,
    sum(imported_figures.pageviews) AS pageviews
  FROM imported_figures FINAL
  WHERE site_id = {site:UInt32} AND dimension = '' AND import_id = {import:String}
    AND date >= toDate({first:UInt32}) AND date <= toDate({last:UInt32})
  GROUP BY day
  ORDER BY day`;

const printed = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

const part = () => z.number().int();

/** A figure of both products, its difference (ours - theirs), and the parts of it, whose sum it is. */
const Difference = z
	.object({
		figure: z.enum(COUNTED),
		theirs: count(),
		ours: count(),
		difference: part(),
		/** Their days begin at another hour. */
		zones: part(),
		/** What we judge as bots and they count. */
		bots: part(),
		/** They divide visits by another rule. */
		sessions: part(),
		/** Someone who signed in is one visitor of ours on all devices, and several of theirs. */
		people: part(),
		/** The rest. */
		unexplained: part(),
	})
	.meta({ component: "ProductDifference" });

const DayDifference = z
	.object({ day: z.iso.date(), ...Difference.shape })
	.meta({ component: "DayDifference" });

const ComparedImport = z
	.object({
		import_id: z.string(),
		/** The product that counted, as people call it. */
		product: z.string(),
		from: z.iso.date(),
		to: z.iso.date(),
	})
	.meta({ component: "ComparedImport" });

const Explanation = z
	.object({
		reason: z.enum([...REASONS, "own_visits", "unexplained"]),
		/** Whether there is a number for it in the rows. */
		is_known: z.boolean(),
		sentence: z.string(),
	})
	.meta({ component: "DifferenceReason" });

interface Days {
	first: number;
	last: number;
}

/** The days that both products counted from beginning to end, and how many were asked for beside them. */
const daysOfBoth = (
	asked: Days,
	{ firstAct, now, zones }: { firstAct: number | undefined; now: number; zones: string[] },
) => {
	const daysAt = (instant: number) =>
		zones.map((zone) => Math.floor(wallTimeOf(instant, zone) / DAY_MS));
	// On its first day a tag counts only from some hour on.
	const ownFirst = firstAct === undefined ? Infinity : Math.max(...daysAt(firstAct)) + 1;
	const ownLast = Math.min(...daysAt(now)) - 1;
	const first = Math.max(asked.first, ownFirst);
	const last = Math.min(asked.last, ownLast);
	const lengthOf = (from: number, to: number) => Math.max(0, to - from + 1);
	return {
		first,
		last,
		before_own: lengthOf(asked.first, Math.min(asked.last, ownFirst - 1)),
		unfinished: lengthOf(Math.max(asked.first, ownLast + 1), asked.last),
	};
};

const explanationsOf = (
	{ name, countsVisitsOnEachDay, sharedBotLayers }: ProductRules,
	{ zone, theirZone, botsFrom }: { zone: string; theirZone: string; botsFrom: string | undefined },
): z.infer<typeof Explanation>[] => {
	const shared = sharedBotLayers.includes("bot_asn")
		? "user agents of bots and addresses of data centres"
		: "user agents of bots";
	return [
		{
			reason: "zones",
			is_known: true,
			sentence:
				zone === theirZone
					? `Both count days in ${zone}`
					: `${name} counts days in ${theirZone}, this site in ${zone}: what happened between the two midnights is in another day`,
		},
		{
			reason: "bots",
			is_known: true,
			sentence: [
				`Visits that this site left out as a bot's. Those found by ${shared} are not among them, because ${name} leaves them out, too`,
				...(botsFrom === undefined
					? []
					: [`records of bots before ${botsFrom} are deleted, and in the unexplained rest`]),
			].join("; "),
		},
		{
			reason: "sessions",
			is_known: true,
			sentence: countsVisitsOnEachDay
				? `${name} counts a visit on each of its days, this site on the day on which it began`
				: `${name} ends a visit after 30 minutes without an act, as this site does`,
		},
		{
			reason: "people",
			is_known: true,
			sentence: `Someone whom the site identified is one visitor here on all browsers; ${name} counts browsers`,
		},
		{
			reason: "own_visits",
			is_known: false,
			sentence:
				"Events that this site excludes, such as those of your own addresses, are stored nowhere and counted for an hour only: they are in the unexplained rest",
		},
		{
			reason: "unexplained",
			is_known: true,
			sentence:
				"The difference minus all of the above: excluded events, scripts that a browser blocked for one of the products, and what happened while one of them did not answer",
		},
	];
};

export const productComparison = report({
	path: "/product-comparison",
	summary: "What another product counted on each day, what this site counted, and why they differ",
	description: `For a site that is tried beside another product, whose daily sums were imported. Each row has one figure; its \`difference\` is \`ours\` - \`theirs\`, and \`zones\` + \`bots\` + \`sessions\` + \`people\` + \`unexplained\` is exactly that. \`totals\` are the sums of the rows: visitors are those of each day. Days count from the day after the site's first event until yesterday, at most ${MAX_DAYS}; filters are ignored, because daily sums cannot be filtered.`,
	tag: "Overview",
	areas: ["overview", "bots"],
	extra: {
		import: textParameter(
			"The `import_id` of one of `imports`; by default the one with the latest day",
		),
		export_time_zone: textParameter(
			"IANA time zone of the days that the other product counted; `time_zone` by default",
		),
	},
	response: z.object({
		data: z.array(DayDifference),
		totals: z.array(Difference),
		reasons: z.array(Explanation),
		/** The import that is compared; absent on a site without daily sums. */
		compared: ComparedImport.optional(),
		/** Days of the import in the range that are left out. */
		days_left_out: z
			.object({
				/** Before the first day on which this site counted from beginning to end. */
				before_own: count(),
				/** Today and later. */
				unfinished: count(),
			})
			.meta({ component: "UncomparedDays" }),
		/** The imports of the site that have daily sums, the one with the latest day first. */
		imports: z.array(ComparedImport),
	}),
	answer: async (context) => {
		const { runSql, site, query, given, now } = context;
		const { timeZone } = query.period;
		const theirZone = timeZoneOf(given.export_time_zone || timeZone);
		if (theirZone === undefined)
			throw refusedParameters(
				"Invalid export_time_zone",
				"export_time_zone: an IANA name such as Europe/Berlin or UTC",
			);
		const [rows, firstAct] = await Promise.all([
			runSql<ImportRow>(IMPORTS, { site: site.siteId }),
			firstActOf(context),
		]);
		const imports = rows.map(({ import_id, platform, first, last }) => ({
			...{ import_id, product: rulesOf(platform).name },
			...{ from: printed(first), to: printed(last) },
		}));
		const chosen = given.import ? rows.find((row) => row.import_id === given.import) : rows[0];
		if (given.import && !chosen)
			throw new ApiError("NOT_FOUND", "This site has no daily sums of this import");
		const nothing = { data: [], totals: [], reasons: [], imports };
		if (!chosen) return { ...nothing, days_left_out: { before_own: 0, unfinished: 0 } };
		const compared = imports[rows.indexOf(chosen)];
		const whole = wholeDaysOf(query.period);
		const { first, last, ...days_left_out } = daysOfBoth(
			{ first: Math.max(whole.first, chosen.first), last: Math.min(whole.last, chosen.last) },
			{ firstAct, now, zones: [timeZone, theirZone] },
		);
		if (first > last) return { ...nothing, compared, days_left_out };
		if (last - first >= MAX_DAYS)
			throw refusedParameters(
				`A comparison has at most ${MAX_DAYS} days, and this range has ${last - first + 1}: choose a shorter range`,
				`start_date, end_date: at most ${MAX_DAYS} days`,
			);

		const inZone = (zone: string) => {
			const [from, to] = [startOfDay(first * DAY_MS, zone), startOfDay((last + 1) * DAY_MS, zone)];
			return {
				...{ runSql, site },
				query: { ...query, period: { from, to, timeZone: zone }, filters: [] },
			};
		};
		const rules = rulesOf(chosen.platform);
		const theirs = inZone(theirZone);
		const [theirRows, ours, oursInTheirZone, bots, sessions, people] = await Promise.all([
			runSql<Counted & { day: number }>(THEIRS, {
				...{ site: site.siteId, import: chosen.import_id, first, last },
			}),
			ownFigures(inZone(timeZone)),
			theirZone === timeZone ? undefined : ownFigures(theirs),
			figuresOfBots(theirs, rules),
			figuresOfSessions(theirs, rules),
			figuresOfPeople(theirs),
		]);
		const theirOn: ByDay = new Map(theirRows.map(({ day, ...row }) => [printed(day), row]));
		const days = Array.from({ length: last - first + 1 }, (_, index) => {
			const day = printed(first + index);
			const on = (figures: ByDay) => figures.get(day) ?? NOTHING;
			const figures: DayOfBoth = {
				...{ theirs: on(theirOn), ours: on(ours) },
				zones: oursInTheirZone ? minus(on(ours), on(oursInTheirZone)) : NOTHING,
				...{ bots: on(bots), sessions: on(sessions), people: on(people) },
			};
			return { day, figures };
		});
		const botDays = site.botRetentionDays || MAX_BOT_RETENTION_DAYS;
		const botsSince = Math.floor(now / DAY_MS) - botDays;
		return {
			data: days.flatMap(({ day, figures }) => divided(figures).map((row) => ({ day, ...row }))),
			totals: divided(sumOfDays(days.map(({ figures }) => figures))),
			reasons: explanationsOf(rules, {
				...{ zone: timeZone, theirZone },
				botsFrom: first < botsSince ? printed(botsSince) : undefined,
			}),
			...{ compared, days_left_out, imports },
		};
	},
});
