import type { VitalName } from "../../format/vitals.ts";
import type { TableSort } from "../../ui/table.tsx";

/** In the order in which they occur during a page load. */
export const VITALS = ["lcp", "inp", "cls", "fcp", "ttfb"] as const satisfies readonly VitalName[];
export const LEVELS = ["p50", "p75", "p90", "p99"] as const;
export type Level = (typeof LEVELS)[number];
export const VITAL_DIMENSIONS = [
	"pathname",
	"country",
	"device_type",
	"browser",
	"operating_system",
	"region",
] as const;
export type VitalDimension = (typeof VITAL_DIMENSIONS)[number];

const found = <Word extends string>(words: readonly Word[], text: string | undefined) =>
	words.find((word) => word === text);

/** The vital on the chart and its percentile, from `line=inp_p90`; the default for invalid text. */
export const chosenVital = (line: string | undefined): { vital: VitalName; level: Level } => {
	const [vital, level] = line?.split("_") ?? [];
	return { vital: found(VITALS, vital) ?? "lcp", level: found(LEVELS, level) ?? "p75" };
};

export const lineOf = (vital: VitalName, level: Level): string | undefined =>
	vital === "lcp" && level === "p75" ? undefined : `${vital}_${level}`;

/** The dimension of the table, from `open=country.all`: `all` includes values with few measurements. */
export const chosenTable = (
	open: string | undefined,
): { dimension: VitalDimension; hasAll: boolean } => {
	const [dimension, all] = open?.split(".") ?? [];
	return { dimension: found(VITAL_DIMENSIONS, dimension) ?? "pathname", hasAll: all === "all" };
};

export const openOf = (dimension: VitalDimension, hasAll: boolean): string | undefined => {
	if (hasAll) return `${dimension}.all`;
	return dimension === "pathname" ? undefined : dimension;
};

const COLUMNS = ["count", "poor", ...VITALS] as const;

/** The sorting of the table; by default the worst values of the vital on the chart come first. */
export const chosenSort = (by: string | undefined, vital: VitalName): TableSort => {
	const [column, order] = by?.split(":") ?? [];
	const known = found(COLUMNS, column);
	if (!known) return { by: vital, order: "desc" };
	return { by: known, order: order === "asc" ? "asc" : "desc" };
};

export const byOf = ({ by, order }: TableSort): string => (order === "asc" ? `${by}:asc` : by);

/** The API's name of a table column. */
export const sortField = (column: string, vital: VitalName, level: Level): string => {
	if (column === "count") return "event_count";
	return column === "poor" ? `${vital}_poor` : `${column}_${level}`;
};

/** How many measurements a value needs before its percentiles are meaningful; fewer on a small site. */
export const leastMeasurements = (total: number): number => {
	if (total >= 2000) return 20;
	return total >= 200 ? 5 : 1;
};
