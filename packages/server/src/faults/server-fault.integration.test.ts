import { StoreError } from "@footfall/store";
import { describe, expect, it } from "vitest";
import { serverFault } from "./server-fault.ts";

const servers = { CLICKHOUSE_URL: "http://clickhouse:8123" };

describe("a failure of ClickHouse while a command or a role runs", () => {
	it.each([
		[517, "CLICKHOUSE_URL: a replica has not applied the previous change of a table yet; "],
		[999, "CLICKHOUSE_URL: the server cannot reach Keeper; check that it is running "],
	])("is a sentence that says what to change: %d", async (code, sentence) => {
		const fault = await serverFault(new StoreError("Session expired.", code), servers);
		expect(fault).toMatchObject({
			name: "UnreachableError",
			message: expect.stringContaining(sentence),
		});
	});

	it("is not what other errors are, nor those of the embedded engine", async () => {
		const odd = new TypeError("odd");
		expect(await serverFault(odd, servers)).toBe(odd);
		const embedded = new StoreError("Memory limit exceeded", 241);
		expect(await serverFault(embedded, {})).toBe(embedded);
	});
});
