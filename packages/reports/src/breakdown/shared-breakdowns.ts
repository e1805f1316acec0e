import type { UsedPast } from "../past/fit-past.ts";
import { dimensionOf } from "../query/dimensions.ts";
import { openSource, type Source, type SourceContext } from "../source/source.ts";
import { ALWAYS, breakdownBy, type Group } from "./breakdowns.ts";

/** One of several breakdowns: its dimension, and the number of its first rows, or the values wanted. */
export interface SharedPart {
	parameter: string;
	limit: number;
	values?: readonly string[];
	/** Imported sums of the dimension, whose parameters have names of their own. */
	past?: UsedPast | undefined;
}

/** Whether a breakdown can be computed together with others, in one pass over the sessions. */
export const isShareable = (parameter: string): boolean =>
	breakdownBy(parameter)?.kind === "sessions" && dimensionOf(parameter)?.columns !== undefined;

const keyOf = (dimension: number, value: string) => `${dimension} ${value}`;

const textOf = ({ sessionsByEach }: Source, parts: readonly SharedPart[], hasKeys: boolean) => {
	const dimensions = parts.map(({ parameter }) => parameter);
	const always = dimensions.flatMap((dimension, index) => {
		const value = ALWAYS[dimension];
		return value === undefined ? [] : [{ place: index + 1, value }];
	});
	const withEmpty = always.filter(({ value }) => value === "").map(({ place }) => place);
	const isKnown =
		withEmpty.length === 0
			? "value != ''"
			: `(value != '' OR dimension IN (${withEmpty.join(", ")}))`;
	const added = always.map(
		({ place, value }) => `
      UNION ALL
      SELECT toUInt32(${place}), '${value}', toUInt64(0), toUInt64(0)`,
	);
	const imported = parts.flatMap(({ past }, index) =>
		past
			? [
					`
      UNION ALL
      SELECT toUInt32(${index + 1}), value, visits, bounces
      FROM (${past.sql})${withEmpty.includes(index + 1) ? "" : "\n      WHERE value != ''"}`,
				]
			: [],
	);
	return `
  SELECT dimension, value, sessions, bounces, total_sessions, total_rows
  FROM (
    SELECT
      *,
      sum(sessions) OVER (PARTITION BY dimension) AS total_sessions,
      count() OVER (PARTITION BY dimension) AS total_rows,
      row_number() OVER (PARTITION BY dimension ORDER BY sessions DESC, value) AS place
    FROM (
      SELECT dimension, value, sum(group_sessions) AS sessions, sum(group_bounces) AS bounces
      FROM (
        SELECT dimension, value, sessions AS group_sessions, bounces AS group_bounces
        FROM (${sessionsByEach(dimensions)})
        WHERE ${isKnown}${added.join("")}${imported.join("")}
      )
      GROUP BY dimension, value
    )
  )
  WHERE ${
		hasKeys
			? "concat(toString(dimension), ' ', value) IN {listed_values:Array(String)}"
			: "place <= {limits:Array(UInt32)}[dimension]"
	}
  ORDER BY dimension, place`;
};

/**
 * The first rows of several breakdowns of one query, most sessions first, or those of some values. One pass over the
 * sessions computes all of them, instead of one pass each.
 * @param parts all with values, or none of them
 */
export const sharedGroups = async (
	context: SourceContext,
	parts: readonly SharedPart[],
): Promise<Group[][]> => {
	const source = await openSource(context);
	const keys = parts.flatMap(({ values = [] }, index) =>
		values.map((value) => keyOf(index + 1, value)),
	);
	const hasKeys = parts.some(({ values }) => values !== undefined);
	const rows = await source.run<Group & { dimension: number }>(
		(from) => textOf(from, parts, hasKeys),
		Object.assign(
			{},
			hasKeys ? { listed_values: keys } : { limits: parts.map(({ limit }) => limit) },
			...parts.map(({ past }) => past?.parameters),
		),
	);
	const groups: Group[][] = parts.map(() => []);
	for (const row of rows) groups[row.dimension - 1]?.push(row);
	return groups;
};
