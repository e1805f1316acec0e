import { inject } from "vitest";

// Whatever a suite opens, and the processes that it starts, is on this server, in the same databases.
const url = inject("clickHouseUrl");
if (url !== undefined) {
	process.env["CLICKHOUSE_URL"] = url;
	process.env["FOOTFALL_TEST_DATABASES"] ??= `footfall_test_${process.pid}_`;
}
