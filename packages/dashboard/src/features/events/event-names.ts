import type { SeriesAnswer } from "../../format/series.ts";

interface NamedPoint {
	time: string;
	event_name: string;
	event_count: number;
}

/** One line per custom event, the most frequent first, in the API's order. */
export const linesByName = (points: readonly NamedPoint[]): SeriesAnswer["lines"] => {
	const totals = new Map<string, number>();
	for (const { event_name, event_count } of points)
		totals.set(event_name, (totals.get(event_name) ?? 0) + event_count);
	return [...totals]
		.sort(([, one], [, other]) => other - one)
		.map(([name]) => ({
			name,
			points: points
				.filter(({ event_name }) => event_name === name)
				.map(({ time, event_count }) => ({ time, value: event_count })),
		}));
};

interface PropertyValue {
	propertyKey: string;
	propertyValue: string;
	count: number;
}

interface Property {
	key: string;
	/** The most frequent first. */
	values: { value: string; count: number }[];
	/** The number of distinct values, including those not listed. */
	valueCount: number;
	/** Events with one of the listed values. */
	total: number;
}

/**
 * The values of each property, the most frequent property first.
 * @param cut the number of distinct values, for properties with more than are listed
 */
export const valuesByProperty = (
	rows: readonly PropertyValue[],
	cut: readonly { propertyKey: string; values: number }[] = [],
): Property[] => {
	const valueCounts = new Map(cut.map(({ propertyKey, values }) => [propertyKey, values]));
	const keys = [...new Set(rows.map(({ propertyKey }) => propertyKey))];
	return keys
		.map((key) => {
			const values = rows
				.filter(({ propertyKey }) => propertyKey === key)
				.map(({ propertyValue, count }) => ({ value: propertyValue, count }))
				.sort((one, other) => other.count - one.count);
			return {
				key,
				values,
				valueCount: valueCounts.get(key) ?? values.length,
				total: values.reduce((sum, { count }) => sum + count, 0),
			};
		})
		.sort((one, other) => other.total - one.total);
};
