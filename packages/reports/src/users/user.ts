import { ApiError } from "@footfall/shared/api-error";
import { IS_ACT } from "@footfall/store";
import { z } from "zod";
import { currencyOfLifetimes, lifetimesOf, revenueParameter } from "../money/lifetime.ts";
import {
	channelBy,
	hexId,
	idNumberOf,
	isPerson,
	ORDER,
	PERSON,
	personSql,
	SESSION_DURATION_MS,
} from "../query/dimensions.ts";
import { shownIdPasses } from "../query/pseudonyms.ts";
import { countedRows, passingSessions, type QuerySql, toSql } from "../query/report-query.ts";
import { PLACE, SCREEN, SOFTWARE, VITALS } from "../report/attributes.ts";
import { count, fields, type ReportContext, type RunSql, report, texts } from "../report/report.ts";
import { toUserRows, UserRow, usersByPerson } from "./user-row.ts";

const seen = { sessions: count(), last_seen: z.string() };
const Location = z.object({ ...texts(PLACE), ...seen }).meta({ component: "UserLocation" });
const Device = z
	.object({
		...texts(["device_type", ...SOFTWARE]),
		...fields(SCREEN, count),
		...seen,
	})
	.meta({ component: "UserDevice" });
const Vitals = z
	.object({
		...fields(
			VITALS.map((vital) => `${vital}_p75` as const),
			() => z.number().nullable(),
		),
		performance_events: count(),
	})
	.meta({ component: "UserVitals" });
const FIRST = [
	...(["first_referrer", "first_channel", "first_entry_page"] as const),
	...(["first_utm_source", "first_utm_medium", "first_utm_campaign"] as const),
] as const;

const UserDetail = z
	.object({
		...UserRow.shape,
		/** Seconds: the mean over their sessions. */
		duration: z.number(),
		ip: z.string().nullable(),
		...texts(FIRST),
		last_referrer: z.string(),
		last_channel: z.string(),
		vitals: Vitals.nullable(),
		locations: z.array(Location),
		devices: z.array(Device),
		linked_devices: z.array(
			z
				.object({ anonymous_id: z.string(), created_at: z.string() })
				.meta({ component: "LinkedDevice" }),
		),
	})
	.meta({ component: "UserDetail" });

const known = (column: string) => `argMinIf(${column}, ${ORDER}, ${IS_ACT} AND ${column} != '')`;

/** @param rows those of a person, and `sessions` theirs as a whole */
const factsText = (rows: string, sessions: string) => `
  SELECT
    ${known("referrer")} AS first_referrer,
    ${channelBy("argMin")} AS first_channel,
    ${known("pathname")} AS first_entry_page,
    ${known("url_parameters['utm_source']")} AS first_utm_source,
    ${known("url_parameters['utm_medium']")} AS first_utm_medium,
    ${known("url_parameters['utm_campaign']")} AS first_utm_campaign,
    argMaxIf(ip, ${ORDER}, ${IS_ACT} AND ip IS NOT NULL) AS ip,
    ${VITALS.map((vital) => `if(count(${vital}) = 0, NULL, quantileExactInclusive(0.75)(${vital})) AS ${vital}_p75,`).join("\n    ")}
    countIf(type = 'performance') AS performance_events,
    (SELECT if(count() = 0, 0, avg(${SESSION_DURATION_MS})) FROM (${sessions})) AS duration_ms
  FROM events
  WHERE ${rows}`;

type Facts = z.infer<typeof Vitals> &
	Pick<z.infer<typeof UserDetail>, (typeof FIRST)[number] | "ip"> & { duration_ms: number };

/** Sessions by the shared columns of a schema, the latest first. */
const groupsOf = async <Row extends z.ZodObject>(
	{ runSql, querySql, rows }: { runSql: RunSql; querySql: QuerySql; rows: string },
	row: Row,
	isKnown: string,
) => {
	const columns = Object.keys(row.shape).filter((name) => !Object.hasOwn(seen, name));
	const text = `
  SELECT
    ${columns.join(", ")},
    uniqExactIf(session_id, ${querySql.isOfBegunSession}) AS sessions,
    toUnixTimestamp64Milli(max(timestamp)) AS last_ms
  FROM events
  WHERE ${rows} AND ${isKnown}
  GROUP BY ${columns.join(", ")}
  ORDER BY last_ms DESC, ${columns.join(", ")}
  LIMIT 100`;
	const found = await runSql<{ last_ms: number }>(text, querySql.parameters);
	return found.map(({ last_ms, ...group }) => ({
		...group,
		last_seen: new Date(last_ms).toISOString(),
	})) as z.infer<Row>[];
};

/** The devices that currently belong to a user, in the order in which they were linked. */
export const linkedDevices = async (runSql: RunSql, site: number, user: string) => {
	const text = `
  SELECT ${hexId("device")} AS anonymous_id, toUnixTimestamp64Milli(last_linked) AS linked_ms
  FROM (
    SELECT device, argMax(user_id, version) AS last_user, argMax(linked_at, version) AS last_linked
    FROM aliases
    WHERE site_id = {site:UInt32}
    GROUP BY device
  )
  WHERE last_user = {user:String}
  ORDER BY linked_ms, anonymous_id
  LIMIT 1000`;
	const rows = await runSql<{ anonymous_id: string; linked_ms: number }>(text, { site, user });
	return rows.map(({ anonymous_id, linked_ms }) => ({
		anonymous_id,
		created_at: new Date(linked_ms).toISOString(),
	}));
};

/** The person of a path: a user, or else the one that a device currently belongs to. */
const personOf = async (
	{ runSql, query: { pseudonyms } }: Pick<ReportContext, "runSql" | "query">,
	querySql: QuerySql,
	id: string,
): Promise<string | undefined> => {
	const device = idNumberOf(id);
	const isDevice = device === undefined ? "" : ` OR user_id = ${querySql.bind(device, "UInt64")}`;
	const isId = (shown: string) => `${shown} = {id:String}`;
	const isThisUser = shownIdPasses(pseudonyms, querySql.bind, isId);
	const text = `
  SELECT ${PERSON} AS person
  FROM events
  WHERE ${countedRows(querySql)} AND ${IS_ACT}
    AND (${isThisUser}${isDevice})
  ORDER BY ${isId(personSql(querySql.shownId()))} DESC, timestamp DESC
  LIMIT 1`;
	const [row] = await runSql<{ person: string }>(text, { ...querySql.parameters, id });
	return row?.person;
};

export const user = report({
	path: "/users/{userId}",
	summary: "One person: sources, devices, activity and web vitals",
	description:
		"`userId` is the site's own id, or a device's. Durations are in seconds, vitals in milliseconds (`cls` without unit). 404 without an event in the range.",
	tag: "Users",
	params: z.object({ userId: z.string().min(1) }),
	extra: { revenue: revenueParameter },
	response: z.object({ data: UserDetail }).meta({ component: "UserResponse" }),
	answer: async (context) => {
		const { runSql, site, query, params, isMember } = context;
		const querySql = toSql(site.siteId, query);
		const person = await personOf(context, querySql, params["userId"] ?? "");
		const row = person && (await usersByPerson(runSql, querySql, [person])).get(person);
		if (!person || !row) throw new ApiError("NOT_FOUND", "User not found");
		const isTheirs = isPerson(person, querySql.bind);
		const rows = `${countedRows(querySql)} AND ${isTheirs}`;
		const sessions = passingSessions(querySql, ["ended"], {
			rows: isTheirs,
			condition: querySql.beganInRange,
		});
		const groups = { runSql, querySql, rows: `${rows} AND ${IS_ACT}` };
		const [[facts], [withTheirs], locations, devices, linked_devices, [lifetime]] =
			await Promise.all([
				runSql<Facts>(factsText(rows, sessions), querySql.parameters),
				toUserRows(context, [row]),
				groupsOf(groups, Location, "country != ''"),
				groupsOf(groups, Device, "1"),
				linkedDevices(runSql, site.siteId, person),
				currencyOfLifetimes(context) === undefined ? [] : lifetimesOf(context, querySql, [person]),
			]);
		if (!facts || !withTheirs) throw new Error("The store returned no row for an aggregate");
		const { duration_ms, ip, lcp_p75, cls_p75, inp_p75, fcp_p75, ttfb_p75, ...first } = facts;
		const { performance_events, ...firsts } = first;
		const vitals = { lcp_p75, cls_p75, inp_p75, fcp_p75, ttfb_p75, performance_events };
		return {
			data: {
				...withTheirs,
				...lifetime,
				...firsts,
				duration: duration_ms / 1000,
				ip: isMember ? ip : null,
				last_referrer: row.referrer,
				last_channel: row.channel,
				vitals: performance_events === 0 ? null : vitals,
				locations,
				devices,
				linked_devices,
			},
		};
	},
});
