import type { QueryParameters, ReportName } from "../../api/site-reports.ts";
import { BAR_ROWS } from "../../charts/bar-rows.ts";
import type { Address } from "../../router/address.ts";
import type { SeriesBucket } from "../../router/range.ts";
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

/** Lists have no comparison: it would double their cost. */
export const listQuery = (list: ListName): CardQuery<"metric"> => ({
	report: "metric",
	parameters: { parameter: list, limit: BAR_ROWS },
	isCompared: false,
});

export const goalsQuery: CardQuery<"goals"> = {
	report: "goals",
	parameters: { page_size: BAR_ROWS },
	isCompared: false,
};

export const outboundQuery: CardQuery<"events/outbound"> = {
	report: "events/outbound",
	parameters: {},
	isCompared: false,
};

export const hoursQuery: CardQuery<"overview/time-series"> = {
	report: "overview/time-series",
	parameters: { bucket: "hour" },
	isCompared: false,
};

/** Cards that are visible on the first screen of a laptop; the others are queried when they come near the viewport. */
export const FIRST_CARDS = ["sources", "pages", "places", "devices"] as const satisfies CardName[];

/** All queries of the first screen, figures first. */
export const firstQueries = (
	{ range, bucket, open }: Address,
	{ now, timeZone }: { now: number; timeZone: string },
): CardQuery[] => [
	figuresQuery,
	seriesQuery(bucketChoice(range, bucket, now, timeZone).bucket),
	...FIRST_CARDS.map((card) => listQuery(openList(card, open))),
];
