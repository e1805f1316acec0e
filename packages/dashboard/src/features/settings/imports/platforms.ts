import type { paths } from "../../../api/schema.ts";
import type { ExportRow } from "./row-splitter.ts";

type ImportBody = NonNullable<
	paths["/api/sites/{site}/imports"]["post"]["requestBody"]
>["content"]["application/json"];

/** The products whose exports can be read. */
export type ImportPlatform = ImportBody["platform"];
/** Field of the plain format → its column, or a value for all rows. */
export type ColumnMapping = Partial<Record<MappedField, string | { value: string }>>;

/** The platforms, the most popular first; `plain` is any table. */
export const PLATFORMS = [
	"plausible",
	"umami",
	"matomo",
	"ga4",
	"posthog",
	"simple_analytics",
	"goatcounter",
	"footfall",
	"plain",
] as const satisfies readonly ImportPlatform[];

type GoogleBody = NonNullable<
	paths["/api/sites/{site}/imports/google"]["post"]["requestBody"]
>["content"]["application/json"];

/** Google's services that the server reads with a key. */
export type GooglePlatform = GoogleBody["platform"];

/** What the wizard offers: files of a platform, or a service of Google's. */
export type ImportChoice = ImportPlatform | "ga4_key" | "search_console";
export const CHOICES = [
	...PLATFORMS.slice(0, 4),
	"ga4_key",
	"search_console",
	...PLATFORMS.slice(4),
] as const satisfies readonly ImportChoice[];

/** The service of a choice; undefined for files. */
export const googlePlatformOf = (choice: ImportChoice | undefined): GooglePlatform | undefined => {
	if (choice === "ga4_key") return "ga4";
	return choice === "search_console" ? choice : undefined;
};

/** Columns that identify an export: one of each list has to be present. */
const KNOWN_BY: Record<Exclude<ImportPlatform, "plain">, readonly (readonly string[])[]> = {
	plausible: [["date"], ["visitors", "visits", "pageviews", "events"]],
	umami: [["created_at"], ["event_type", "url_path"]],
	matomo: [["actionDetails"]],
	ga4: [
		["event_timestamp", "Date"],
		["event_name", "Sessions", "Views", "Active users", "Total users", "Users", "Event count"],
	],
	posthog: [["event"], ["distinct_id"]],
	simple_analytics: [["added_iso", "added_unix"]],
	goatcounter: [["Path", "2Path"], ["Date"]],
	footfall: [["kind", "event_id", "eventId", "id", "day", "date"]],
};

/** The columns of this platform's exports that are missing in the first row; empty if it matches. */
export const missingColumns = (
	platform: ImportPlatform,
	row: ExportRow,
): readonly (readonly string[])[] => {
	if (platform === "plain" || platform === "footfall") return [];
	return KNOWN_BY[platform].filter((names) => !names.some((name) => Object.hasOwn(row, name)));
};

/** The platform whose columns a row has; undefined if none or several match. */
export const likelyPlatform = (row: ExportRow): ImportPlatform | undefined => {
	const fitting = PLATFORMS.filter(
		(platform) =>
			platform !== "plain" && platform !== "footfall" && missingColumns(platform, row).length === 0,
	);
	return fitting.length === 1 ? fitting[0] : undefined;
};

/** These files only contain daily totals, which no report of events shows. */
export const isDailySums = (platform: ImportPlatform, row: ExportRow): boolean =>
	platform === "plausible" || (platform === "ga4" && !Object.hasOwn(row, "event_name"));

/** The fields of the plain format: those that nearly every table has, and the rest. */
export const MAIN_FIELDS = [
	"timestamp",
	"url",
	"visitor",
	"event_name",
	"referrer",
	"user_agent",
	"country",
	"page_title",
] as const;
export const OTHER_FIELDS = [
	"id",
	"user_id",
	"type",
	"properties",
	"hostname",
	"pathname",
	"querystring",
	"utm_source",
	"utm_medium",
	"utm_campaign",
	"utm_content",
	"utm_term",
	"tag",
	"browser",
	"browser_version",
	"operating_system",
	"operating_system_version",
	"device_type",
	"language",
	"screen_width",
	"screen_height",
	"region",
	"city",
	"latitude",
	"longitude",
	"timezone",
] as const;
export type MappedField = (typeof MAIN_FIELDS)[number] | (typeof OTHER_FIELDS)[number];

/** Alternative column names, including German ones. */
const ALIASES: Partial<Record<MappedField, readonly string[]>> = {
	timestamp: [
		"time",
		"date",
		"datetime",
		"created_at",
		"when",
		"ts",
		"zeit",
		"datum",
		"zeitstempel",
	],
	url: ["page", "page_url", "page_location", "address", "href", "seite", "adresse"],
	visitor: [
		"visitor_id",
		"session_id",
		"client_id",
		"anonymous_id",
		"person",
		"device_id",
		"besucher",
	],
	event_name: ["event", "action", "name", "ereignis"],
	referrer: ["referer", "referrer_url", "source", "verweis"],
	user_agent: ["useragent", "ua", "agent"],
	country: ["country_code", "land"],
	page_title: ["title", "titel", "seitentitel"],
	pathname: ["path", "url_path", "pfad"],
	hostname: ["host", "domain"],
	querystring: ["query", "url_query"],
};

const folded = (name: string) => name.toLowerCase().replaceAll(/[\s-]+/g, "_");

/** The likely column of each field, by name; each column is used once. */
export const likelyMapping = (columns: readonly string[]): ColumnMapping => {
	const taken = new Set<string>();
	const mapping: ColumnMapping = {};
	const fields: readonly MappedField[] = [...MAIN_FIELDS, ...OTHER_FIELDS];
	const take = (field: MappedField, names: readonly string[]) => {
		const column = columns.find((one) => names.includes(folded(one)) && !taken.has(one));
		if (mapping[field] !== undefined || column === undefined) return;
		mapping[field] = column;
		taken.add(column);
	};
	for (const field of fields) take(field, [field]);
	for (const field of fields) take(field, ALIASES[field] ?? []);
	return mapping;
};

/** Why a mapping is incomplete. */
export type MappingFault = "timestamp" | "page";

export const mappingFault = (mapping: ColumnMapping): MappingFault | undefined => {
	if (!mapping.timestamp) return "timestamp";
	return mapping.url || mapping.pathname || mapping.event_name ? undefined : "page";
};
