import type {
	ChartPoint,
	Compared,
	ImportedDays,
	ListName,
	ListRow,
	ReportMailPart,
	SiteContent,
	SiteFigures,
} from "@footfall/notices";
import { Question } from "@footfall/reports/question/question";
import type { ReadReports } from "./read-reports.ts";
import type { ReportPeriod, Schedule } from "./schedule.ts";

const ROWS = 7;
const MOST_GOALS = 100;

/** The lists that are breakdowns, by their parameter. */
const BREAKDOWNS = {
	pages: "pathname",
	sources: "referrer",
	campaigns: "utm_campaign",
	countries: "country",
} as const;
type BreakdownName = keyof typeof BREAKDOWNS;
const BREAKDOWN_NAMES = Object.keys(BREAKDOWNS) as BreakdownName[];

/** What is asked about a site. */
export interface SiteContentRequest {
	schedule: Pick<Schedule, "every" | "timeZone" | "weekStartsOn">;
	period: Pick<ReportPeriod, "from" | "to" | "before">;
	parts: readonly ReportMailPart[];
	segmentId: number | null;
}

/** The range, the comparison and the segment, as every report takes them. */
export const parametersOf = ({
	schedule,
	period,
	segmentId,
}: Omit<SiteContentRequest, "parts">): Record<string, string> => ({
	start_date: period.from,
	end_date: period.to,
	time_zone: schedule.timeZone,
	week_start: schedule.weekStartsOn,
	compare: `${period.before.from}..${period.before.to}`,
	...(segmentId !== null && { segment_id: String(segmentId) }),
});

type Figures = Record<
	"users" | "sessions" | "pageviews" | "bounce_rate" | "session_duration",
	number
>;
interface Overview {
	data: Figures & { previous?: Figures };
	imported?: { used: boolean; from?: string; to?: string; source?: string };
}
interface Series {
	data: { time: string; users: number; previous?: Figures | null; imported?: true }[];
}
interface Breakdown {
	data: { data: { value: string; count: number; previous?: { count: number } }[] };
}
interface GoalsAnswer {
	data: {
		name: string | null;
		goalType: string;
		config: object;
		total_conversions: number;
		previous?: { total_conversions: number };
	}[];
}
interface MoneyAnswer {
	rows: {
		dimensions: string[];
		metrics: (string | number | null)[];
		previous?: (string | number | null)[] | null;
	}[];
	totals?: {
		metrics: (string | number | null)[];
		previous?: (string | number | null)[] | null;
	};
}

const compared = (value: number, previous: number | null | undefined): Compared => ({
	value,
	previous: previous ?? null,
});

/** The five figures that every site has. */
export const figuresOf = ({ data }: Overview): Required<Omit<SiteFigures, "revenue">> => {
	const { previous } = data;
	const of = (name: keyof Figures) => compared(data[name], previous?.[name]);
	return {
		users: of("users"),
		sessions: of("sessions"),
		pageviews: of("pageviews"),
		// A rate or a mean of no session is not known, rather than 0.
		bounce_rate: compared(data.bounce_rate, previous?.sessions ? previous.bounce_rate : null),
		session_duration: compared(
			data.session_duration,
			previous?.sessions ? previous.session_duration : null,
		),
	};
};

const pointsOf = ({ data }: Series, isHourly: boolean): ChartPoint[] =>
	data.map(({ time, users, previous, imported }) => ({
		time: isHourly ? time : time.slice(0, 10),
		people: users,
		previous: previous?.users ?? null,
		isImported: imported === true,
	}));

const rowsOf = ({ data }: Breakdown, name: BreakdownName): ListRow[] =>
	data.data
		.filter(({ value }) => name !== "campaigns" || value !== "")
		.slice(0, ROWS)
		.map(({ value, count, previous }) => ({
			name: value,
			...compared(count, previous?.count ?? 0),
		}));

const nameOfGoal = ({ name, config }: GoalsAnswer["data"][number]): string => {
	if (name) return name;
	const [text] = Object.values(config).filter((value) => typeof value === "string");
	return typeof text === "string" ? text : "";
};

const goalRows = ({ data }: GoalsAnswer): ListRow[] =>
	data
		.map((goal) => ({
			name: nameOfGoal(goal),
			...compared(goal.total_conversions, goal.previous?.total_conversions ?? 0),
		}))
		.sort((one, other) => other.value - one.value)
		.slice(0, ROWS);

const amount = (metrics: (string | number | null)[] | null | undefined): number =>
	Number(metrics?.[0] ?? 0);

const moneyOf = ({ rows, totals }: MoneyAnswer) => ({
	total: compared(amount(totals?.metrics), amount(totals?.previous)),
	rows: rows
		.map(({ dimensions, metrics, previous }) => ({
			name: dimensions[0] ?? "",
			...compared(amount(metrics), amount(previous)),
		}))
		.filter(({ value, previous }) => value !== 0 || previous !== 0),
});

const importedOf = ({ imported }: Overview): ImportedDays | null =>
	imported?.used && imported.from !== undefined && imported.to !== undefined
		? { from: imported.from, to: imported.to, source: imported.source ?? "" }
		: null;

/** What a mail says about a site, but for notes and explanations. @throws Error if a report cannot be answered */
export const siteContentOf = async (
	reports: ReadReports,
	request: SiteContentRequest,
	{ currency, hasRevenue }: { currency: string | null; hasRevenue: boolean },
): Promise<Omit<SiteContent, "sentences" | "annotations" | "segment">> => {
	const { parts, schedule } = request;
	const parameters = parametersOf(request);
	const isHourly = schedule.every === "day";
	const breakdowns = BREAKDOWN_NAMES.filter((name) => parts.includes(name));
	const money = hasRevenue
		? reports.question(
				Object.fromEntries(Object.entries(parameters).filter(([name]) => name !== "compare")),
				Question.parse({
					metrics: ["revenue"],
					dimensions: ["channel"],
					compare: parameters["compare"],
					order_by: [["revenue", "desc"]],
					limit: ROWS,
					include: { totals: true },
				}),
			)
		: undefined;
	const [answers, moneyAnswer] = await Promise.all([
		reports.many(parameters, [
			{ id: "has-data", report: "has-data" },
			{ id: "overview", report: "overview" },
			...(parts.includes("chart")
				? [
						{
							...{ id: "series", report: "overview/time-series" },
							parameters: { bucket: isHourly ? "hour" : "day" },
						},
					]
				: []),
			...breakdowns.map((name) => ({
				...{ id: name, report: "metric" },
				parameters: { parameter: BREAKDOWNS[name], limit: String(ROWS + 1) },
			})),
			...(parts.includes("goals")
				? [{ id: "goals", report: "goals", parameters: { page_size: String(MOST_GOALS) } }]
				: []),
		]),
		money,
	]);
	const overview = answers["overview"] as Overview;
	const amounts = moneyAnswer === undefined ? undefined : moneyOf(moneyAnswer as MoneyAnswer);
	const lists: Partial<Record<ListName, ListRow[]>> = {};
	for (const name of breakdowns) lists[name] = rowsOf(answers[name] as Breakdown, name);
	// Most sites have no campaigns, goals or money.
	if (lists.campaigns?.length === 0) delete lists.campaigns;
	const goals = parts.includes("goals") ? goalRows(answers["goals"] as GoalsAnswer) : [];
	if (goals.length > 0) lists.goals = goals;
	if (amounts && amounts.rows.length > 0 && parts.includes("revenue")) lists.revenue = amounts.rows;
	const figures = figuresOf(overview);
	const { hasData } = answers["has-data"] as { hasData: boolean };
	return {
		kind: "site",
		figures: { ...figures, ...(amounts && { revenue: amounts.total }) },
		currency,
		points: parts.includes("chart") ? pointsOf(answers["series"] as Series, isHourly) : [],
		lists,
		imported: importedOf(overview),
		hasEvents: hasData || figures.sessions.value > 0 || (figures.sessions.previous ?? 0) > 0,
	};
};
