type WithIsoTimes<Row> = {
	[Column in keyof Row]: Row[Column] extends Date
		? string
		: Row[Column] extends null
			? null
			: Row[Column] extends Date | null
				? string | null
				: Row[Column];
};

/** A row as in JSON, with times in ISO 8601. */
export const withIsoTimes = <Row extends object>(row: Row): WithIsoTimes<Row> =>
	Object.fromEntries(
		Object.entries(row).map(([column, value]) => [
			column,
			value instanceof Date ? value.toISOString() : value,
		]),
	) as WithIsoTimes<Row>;
