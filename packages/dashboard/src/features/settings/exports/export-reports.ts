/** A report that can be downloaded as a file. */
export interface ExportReport {
	/** Its path below `/export/`. */
	path: string;
	/** A parameter that has to be chosen, with its options. */
	choice?: { parameter: string; values: readonly string[] };
	/** Whether it is a series, which takes a bucket. */
	isSeries?: true;
	/** Its other fixed parameters. */
	parameters?: Readonly<Record<string, string>>;
}

const DIMENSIONS = [
	"pathname",
	"entry_page",
	"exit_page",
	"hostname",
	"querystring",
	"referrer",
	"channel",
	"utm_source",
	"utm_medium",
	"utm_campaign",
	"utm_term",
	"utm_content",
	"country",
	"region",
	"city",
	"device_type",
	"browser",
	"browser_version",
	"operating_system",
	"operating_system_version",
	"dimensions",
	"language",
	"timezone",
	"asn_org",
	"event_name",
	"tag",
	"user_id",
	"device_model",
	"app_version",
	"release",
] as const;
const VITALS_DIMENSIONS = [
	"pathname",
	"country",
	"region",
	"device_type",
	"browser",
	"operating_system",
] as const;
const BOT_DIMENSIONS = [
	"pathname",
	"referrer",
	"country",
	"region",
	"city",
	"browser",
	"operating_system",
	"device_type",
] as const;

const dimension = (parameter: string, values: readonly string[]) => ({
	choice: { parameter, values },
});

/** The reports in groups, in list order. Those about one person, error or goal are exported from their own pages. */
export const EXPORT_GROUPS = {
	figures: [
		{ path: "overview" },
		{ path: "overview/time-series", isSeries: true },
		{ path: "metric", ...dimension("parameter", DIMENSIONS) },
		{ path: "page-titles" },
		{ path: "sessions/locations" },
	],
	rows: [{ path: "events" }, { path: "sessions" }, { path: "users" }, { path: "user-traits/keys" }],
	events: [
		{ path: "events/count", isSeries: true },
		{ path: "events/names" },
		{ path: "events/time-series", isSeries: true },
		{ path: "events/outbound" },
		{
			path: "events/autocapture",
			...dimension("type", ["button_click", "form_submit", "copy", "outbound"]),
		},
	],
	behaviour: [
		{ path: "goals" },
		{ path: "goals/time-series", isSeries: true },
		{ path: "funnels" },
		{ path: "journeys" },
		// This mode also adds the first day of the week.
		{ path: "retention", parameters: { mode: "week" } },
	],
	quality: [
		{ path: "errors/names" },
		{ path: "performance/overview" },
		{ path: "performance/time-series", isSeries: true },
		{ path: "performance/by-dimension", ...dimension("dimension", VITALS_DIMENSIONS) },
		{ path: "bots/time-series", isSeries: true },
		{ path: "bots/by-dimension", ...dimension("dimension", BOT_DIMENSIONS) },
		{ path: "bots/ai-summary" },
	],
} as const satisfies Record<string, readonly ExportReport[]>;
export type ExportGroup = keyof typeof EXPORT_GROUPS;
export type ExportPath = (typeof EXPORT_GROUPS)[ExportGroup][number]["path"];

export const EXPORT_FORMATS = ["csv", "json", "parquet"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The parameters of a download, in addition to those of the period and the filters. */
export const exportParameters = (
	{ choice, isSeries, parameters }: ExportReport,
	{ chosen, bucket, format }: { chosen: string; bucket: string; format: ExportFormat },
): Record<string, string> => ({
	...parameters,
	...(choice && { [choice.parameter]: chosen }),
	...(isSeries && { bucket }),
	format,
	...(format === "csv" && { bom: "true" }),
});
