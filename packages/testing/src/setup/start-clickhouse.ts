import type { TestProject } from "vitest/node";
import { missingClickHouse, startClickHouse } from "../store/clickhouse-server.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** Absent if none can be started here. */
		clickHouseUrl: string | undefined;
	}
}

/** One server for all suites of the project, unless CLICKHOUSE_URL names others. */
export default async ({ provide }: TestProject) => {
	const url = process.env["CLICKHOUSE_URL"];
	if (url !== undefined || missingClickHouse()) {
		provide("clickHouseUrl", url);
		return () => undefined;
	}
	const server = await startClickHouse();
	provide("clickHouseUrl", server.url);
	return server.close;
};
