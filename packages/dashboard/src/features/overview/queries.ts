import type { QueryParameters, ReportName } from "../../api/site-reports.ts";
import { BAR_ROWS } from "../../charts/bar-rows.ts";
import type { Address } from "../../router/address.ts";
import type { SeriesBucket } from "../../router/range.ts";
import { isCompared } from "../../router/viewer.ts";
import { type CardName, type ListName, openList } from "./cards.ts";
import { bucketChoice } from "./chart-range.ts";

/** The query of a card: a report with parameters of its own. */
export interface CardQuery<Name extends ReportName = ReportName> {
	report: Name;
	parameters: QueryParameters;
	/** Whether its figures have a comparison. */
	isCompared: boolean;
}

export const figuresQuery: CardQuery<"overview"> = {
	report: "overview",
	parameters: {},
	isCompared: true,
};

/** Whether anything was ever counted. */
export const hasDataQuery: CardQuery<"has-data"> = {
	report: "has-data",
	parameters: {},
	isCompared: false,
};

export const seriesQuery = (bucket: SeriesBucket): CardQuery<"overview/time-series"> => ({
	report: "overview/time-series",
	parameters: { bucket },
	isCompared: true,
});

export const BY_CHANGE = "change";

/** Whether the lists start with what changed most. */
export const isByChange = (address: Address): boolean =>
	address.by === BY_CHANGE && isCompared(address);

export const listQuery = (list: ListName, byChange: boolean): CardQuery<"metric"> => ({
	report: "metric",
	parameters: { parameter: list, limit: BAR_ROWS, ...(byChange && { sort_by: BY_CHANGE }) },
	isCompared: true,
});

/** The most goals of one answer: the API does not sort them by change. */
const MOST_GOALS = 100;

export const goalsQuery = (byChange: boolean): CardQuery<"goals"> => ({
	report: "goals",
	parameters: { page_size: byChange ? MOST_GOALS : BAR_ROWS },
	isCompared: true,
});

export const outboundQuery = (byChange: boolean): CardQuery<"events/outbound"> => ({
	report: "events/outbound",
	parameters: byChange ? { sort_by: BY_CHANGE } : {},
	isCompared: true,
});

export const hoursQuery: CardQuery<"overview/time-series"> = {
	report: "overview/time-series",
	parameters: { bucket: "hour" },
	isCompared: false,
};

/** Cards that are visible on the first screen of a laptop; the others are queried when they come near the viewport. */
export const FIRST_CARDS = ["sources", "pages", "places", "devices"] as const satisfies CardName[];

/** All queries of the first screen, figures first. */
export const firstQueries = (
	address: Address,
	{ now, timeZone }: { now: number; timeZone: string },
): CardQuery[] => [
	figuresQuery,
	seriesQuery(bucketChoice(address.range, address.bucket, now, timeZone).bucket),
	...FIRST_CARDS.map((card) => listQuery(openList(card, address.open), isByChange(address))),
];
