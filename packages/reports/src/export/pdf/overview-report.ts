import { metric } from "../../breakdown/metric.ts";
import { type Figures, overview } from "../../overview/overview.ts";
import { overviewTimeSeries } from "../../overview/overview-time-series.ts";
import type { ImportedSums } from "../../past/imported-answer.ts";
import type { Filter } from "../../query/filters.ts";
import { required } from "../../query/parameters.ts";
import { shownFilter } from "../../query/shown-filter.ts";
import type { ReportContext, Texts } from "../../report/report.ts";

/** The content of the document. */
export interface OverviewReport {
	domain: string;
	/** Days, `YYYY-MM-DD`. */
	from: string;
	to: string;
	timeZone: string;
	/** The filters in words. */
	filters: readonly string[];
	/** How daily figures imported from another product take part; undefined without any. */
	imported: ImportedSums | undefined;
	figures: Figures;
	points: readonly { time: string; sessions: number; pageviews: number }[];
	tables: readonly {
		title: string;
		/** The unit of its counts. */
		counted: string;
		rows: readonly { value: string; count: number; percentage: number }[];
	}[];
}

const ROWS = 10;

const TABLES: Readonly<Record<string, string>> = {
	pathname: "Pages",
	referrer: "Referrers",
	channel: "Channels",
	country: "Countries",
	browser: "Browsers",
	device_type: "Devices",
	utm_campaign: "Campaigns",
	event_name: "Events",
};

const countries = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** A value as displayed to a person. */
const shownValue = (parameter: string, value: string): string => {
	if (parameter === "country" && /^[A-Z]{2}$/.test(value)) return countries.of(value) ?? value;
	return parameter === "referrer" && value === "" ? "Direct" : value;
};

/** `country equals DE or FR`. */
const inWords = ({ parameter, type, value }: Filter): string => {
	const words = type.replaceAll("_", " ");
	const values = value.map((one) => (one === "" ? '""' : String(one)));
	const joined = values.join(type.startsWith("not_") ? " and " : " or ");
	return [parameter, words, joined].filter((part) => part !== "").join(" ");
};

/**
 * Runs the reports that the document shows.
 * @throws ApiError when one of its parameters is missing
 */
export const overviewReportOf = async (context: ReportContext<Texts>): Promise<OverviewReport> => {
	const { given, site } = context;
	const [from, to, timeZone] = ["start_date", "end_date", "time_zone"].map((name) =>
		required(name, given[name]),
	) as [string, string, string];
	const querySql = <Answer>(report: typeof overview, more: object = {}) =>
		report.answer({ ...context, given: { ...given, ...more } }) as Promise<Answer>;
	const [figures, points, ...tables] = await Promise.all([
		querySql<{ data: Figures; imported?: ImportedSums }>(overview),
		querySql<{ data: OverviewReport["points"] }>(overviewTimeSeries, { bucket: "day" }),
		...Object.keys(TABLES).map((parameter) =>
			querySql<{ data: { data: OverviewReport["tables"][number]["rows"] } }>(metric, {
				parameter,
				page: "1",
				limit: String(ROWS),
			}),
		),
	]);
	return {
		domain: site.domain,
		from,
		to,
		timeZone,
		filters: context.query.filters.map((filter) =>
			inWords(filter.isSaved ? shownFilter(filter, context.query.pseudonyms) : filter),
		),
		imported: figures.imported,
		figures: figures.data,
		points: points.data,
		tables: Object.entries(TABLES).map(([parameter, title], index) => ({
			title,
			counted: parameter === "event_name" ? "times" : "sessions",
			rows: (tables[index]?.data.data ?? []).map(({ value, count, percentage }) => ({
				value: shownValue(parameter, value),
				count,
				percentage,
			})),
		})),
	};
};
