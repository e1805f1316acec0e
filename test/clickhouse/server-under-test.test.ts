import { describeWithEngine } from "@footfall/testing/require-engine";
import { missingClickHouse } from "@footfall/testing/store/clickhouse-server";
import { openStoreOn } from "@footfall/testing/store/open-store-on";
import { testDirectory } from "@footfall/testing/test-directory";
import { expect, inject, it } from "vitest";

const missing = inject("clickHouseUrl") === undefined ? missingClickHouse() : undefined;

describeWithEngine("the suites of this project", missing, () => {
	it("run on a ClickHouse server over HTTP, each file in databases of its own", async () => {
		const store = await openStoreOn(testDirectory());
		const [used] = await store.query<{ database: string; isHttp: number; version: string }>(
			`SELECT currentDatabase() AS database, interface = 2 AS isHttp, version() AS version
			FROM system.processes WHERE query_id = queryID()`,
		);
		await store.close();
		console.log(`ClickHouse ${used?.version}`);
		expect(used).toMatchObject({ database: expect.stringMatching(/^footfall_test_/), isHttp: 1 });
	});
});
