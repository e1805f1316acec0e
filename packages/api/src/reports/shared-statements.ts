import type { ReportStore } from "@footfall/reports/report/report";

/** A store for one request with several reports: identical statements whose rows may be shared run once. */
export const withSharedStatements = (store: ReportStore): ReportStore => {
	const known = new Map<string, Promise<unknown[]>>();
	return {
		...store,
		query: async <Row>(...[sql, parameters, options]: Parameters<ReportStore["query"]>) => {
			if (!options?.coalesce) return store.query<Row>(sql, parameters, options);
			const key = JSON.stringify([sql, parameters], (_, value) =>
				typeof value === "bigint" ? `${value}n` : value,
			);
			const rows = known.get(key) ?? store.query<unknown>(sql, parameters, options);
			known.set(key, rows);
			return (await rows) as Row[];
		},
	};
};
