import type { AnalyticsVisits, SearchAppearance } from "./google-data.ts";

/** How a property of the stand-in differs from a plain one. */
export interface AnalyticsProperty {
	visits: readonly AnalyticsVisits[];
	timeZone?: string;
	isSampled?: boolean;
	isThresholded?: boolean;
	/** Rare values of a report become "(other)" beyond this many rows. */
	mostRows?: number;
	/** Gives at most so many rows at once, as Google may whatever the limit. */
	mostAtOnce?: number;
	/** Metrics and dimensions that Google has renamed: it does not know the old name any more. */
	renamed?: readonly string[];
}

const METRICS: Readonly<Record<string, (sums: Sums) => number>> = {
	activeUsers: ({ activeUsers }) => activeUsers,
	totalUsers: ({ activeUsers }) => activeUsers,
	sessions: ({ sessions }) => sessions,
	engagedSessions: ({ engagedSessions }) => engagedSessions,
	bounceRate: ({ sessions, engagedSessions }) => 1 - engagedSessions / sessions,
	averageSessionDuration: ({ sessions, seconds }) => seconds / sessions,
	screenPageViews: ({ screenPageViews }) => screenPageViews,
	eventCount: ({ eventCount }) => eventCount,
};
const DIMENSIONS = [
	...["date", "pagePath", "hostName", "landingPage", "sessionSource", "sessionMedium"],
	...["sessionCampaignName", "sessionDefaultChannelGroup", "countryId", "region", "city"],
	...["deviceCategory", "browser", "operatingSystem", "languageCode", "eventName"],
];

const SUMS = [
	...["activeUsers", "sessions", "engagedSessions"],
	...["seconds", "screenPageViews", "eventCount"],
] as readonly (keyof Sums)[];
type Sums = Omit<AnalyticsVisits, "date" | "values">;

const add = (sums: Sums | undefined, visits: Sums): Sums => {
	const sum = {
		...(sums ?? {
			activeUsers: 0,
			sessions: 0,
			engagedSessions: 0,
			seconds: 0,
			screenPageViews: 0,
			eventCount: 0,
		}),
	};
	for (const name of SUMS) sum[name] += visits[name];
	return sum;
};

/** A refusal in the form of Google's errors. */
export interface Refusal {
	code: number;
	status: string;
	message: string;
	reason?: string;
}
const invalid = (message: string): Refusal => ({ code: 400, status: "INVALID_ARGUMENT", message });

/** What a property's metadata lists. */
export const metadataOf = ({ renamed = [] }: AnalyticsProperty) => {
	const known = (names: readonly string[]) =>
		names.filter((name) => !renamed.includes(name)).map((apiName) => ({ apiName }));
	return { dimensions: known(DIMENSIONS), metrics: known(Object.keys(METRICS)) };
};

interface RunReport {
	dateRanges: readonly { startDate: string; endDate: string }[];
	dimensions: readonly { name: string }[];
	metrics: readonly { name: string }[];
	orderBys?: readonly object[];
	limit: string;
	offset: string;
	returnPropertyQuota?: boolean;
}

const withOther = (
	rows: [key: string, sums: Sums][],
	most: number,
): { rows: [string, Sums][]; isLossy: boolean } => {
	if (rows.length <= most) return { rows, isLossy: false };
	const ranked = [...rows].sort(([, one], [, other]) => other.sessions - one.sessions);
	const merged = new Map(ranked.slice(0, most));
	for (const [key, sums] of ranked.slice(most)) {
		const [date = "", ...values] = JSON.parse(key) as string[];
		const other = JSON.stringify([date, ...values.map(() => "(other)")]);
		merged.set(other, add(merged.get(other), sums));
	}
	return { rows: [...merged], isLossy: true };
};

/** Answers `runReport` from a property's visits, as Google documents it. */
export const runReport = (property: AnalyticsProperty, asked: RunReport): object | Refusal => {
	const { dimensions, metrics, dateRanges, limit, offset, orderBys = [] } = asked;
	const {
		visits,
		renamed = [],
		mostRows = Number.POSITIVE_INFINITY,
		mostAtOnce = 250_000,
	} = property;
	const names = dimensions.map(({ name }) => name);
	const lost = names.find((name) => !DIMENSIONS.includes(name) || renamed.includes(name));
	if (lost !== undefined)
		return invalid(
			`Field ${lost} is not a valid dimension. For a list of valid dimensions and metrics, see https://developers.google.com/analytics/devguides/reporting/data/v1/api-schema`,
		);
	const unknown = metrics.find(({ name }) => METRICS[name] === undefined || renamed.includes(name));
	if (unknown !== undefined)
		return invalid(
			`Field ${unknown.name} is not a valid metric. For a list of valid dimensions and metrics, see https://developers.google.com/analytics/devguides/reporting/data/v1/api-schema`,
		);
	if (metrics.length > 10 || dimensions.length > 9) return invalid("Too many fields");
	if (Number(limit) > 250_000) return invalid("The limit must be at most 250000");
	const [range] = dateRanges;
	if (range === undefined || dateRanges.length > 1) return invalid("One date range is needed");
	const grouped = new Map<string, Sums>();
	for (const one of visits) {
		if (one.date < range.startDate || one.date > range.endDate) continue;
		const key = JSON.stringify(
			names.map((name) => (name === "date" ? one.date.replaceAll("-", "") : one.values[name])),
		);
		grouped.set(key, add(grouped.get(key), one));
	}
	const { rows, isLossy } = withOther([...grouped], mostRows);
	// Without an order, Google's pages have none either.
	if (orderBys.length > 0) rows.sort(([one], [other]) => (one < other ? -1 : 1));
	else rows.reverse();
	return {
		dimensionHeaders: dimensions,
		metricHeaders: metrics.map(({ name }) => ({ name, type: "TYPE_INTEGER" })),
		...(rows.length > 0 && {
			rows: rows
				.slice(Number(offset), Number(offset) + Math.min(Number(limit), mostAtOnce))
				.map(([key, sums]) => ({
					dimensionValues: (JSON.parse(key) as string[]).map((value) => ({ value })),
					metricValues: metrics.map(({ name }) => ({ value: String(METRICS[name]?.(sums)) })),
				})),
			rowCount: rows.length,
		}),
		metadata: {
			currencyCode: "EUR",
			timeZone: property.timeZone ?? "Europe/Berlin",
			...(isLossy && { dataLossFromOtherRow: true }),
			...(property.isThresholded && { subjectToThresholding: true }),
			...(property.isSampled && {
				samplingMetadatas: [{ samplesReadCount: "500", samplingSpaceSize: "1000" }],
			}),
		},
		...(asked.returnPropertyQuota && {
			propertyQuota: { tokensPerDay: { consumed: 10, remaining: 199_000 } },
		}),
		kind: "analyticsData#runReport",
	};
};

interface SearchQuery {
	startDate: string;
	endDate: string;
	dimensions: readonly ("date" | "query" | "page" | "country" | "device")[];
	rowLimit: number;
	startRow: number;
}

/** Answers `searchAnalytics/query`, as Google documents it: rows by clicks, none for rare searches. */
export const querySearch = (
	appearances: readonly SearchAppearance[],
	{ startDate, endDate, dimensions, rowLimit, startRow }: SearchQuery,
): object | Refusal => {
	if (rowLimit < 1 || rowLimit > 25_000) return invalid("rowLimit must be from 1 to 25000");
	const grouped = new Map<string, { clicks: number; impressions: number; positions: number }>();
	for (const one of appearances) {
		if (one.date < startDate || one.date > endDate) continue;
		if (one.isRare && dimensions.includes("query")) continue;
		const key = JSON.stringify(dimensions.map((name) => one[name]));
		const sum = grouped.get(key) ?? { clicks: 0, impressions: 0, positions: 0 };
		sum.clicks += one.clicks;
		sum.impressions += one.impressions;
		sum.positions += one.position * one.impressions;
		grouped.set(key, sum);
	}
	const rows = [...grouped]
		.sort(([one, a], [other, b]) => b.clicks - a.clicks || (one < other ? -1 : 1))
		.slice(startRow, startRow + rowLimit)
		.map(([key, { clicks, impressions, positions }]) => ({
			keys: JSON.parse(key) as string[],
			clicks,
			impressions,
			ctr: clicks / impressions,
			position: positions / impressions,
		}));
	return { ...(rows.length > 0 && { rows }), responseAggregationType: "byProperty" };
};
