const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

interface PropertyValue {
	propertyKey: string;
	propertyValue: string;
	count: number;
}

/** The properties of an event whose every listed value is a number, the most frequent first. */
export const numericProperties = (rows: readonly PropertyValue[]): string[] => {
	const counts = new Map<string, number>();
	const others = new Set<string>();
	for (const { propertyKey: key, propertyValue: value, count } of rows) {
		if (NUMBER.test(value)) counts.set(key, (counts.get(key) ?? 0) + count);
		else if (value !== "") others.add(key);
	}
	return [...counts]
		.filter(([key]) => !others.has(key))
		.sort(([, one], [, other]) => other - one)
		.map(([key]) => key);
};
