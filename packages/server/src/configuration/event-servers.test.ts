import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { configurationFrom } from "./configuration.ts";

const directory = mkdtempSync(join(tmpdir(), "event-servers-"));
afterAll(() => rmSync(directory, { recursive: true }));

const CLICKHOUSE_URL = "http://one:8123/events, http://two:8123";

const refusalOf = (variables: NodeJS.ProcessEnv): string => {
	try {
		configurationFrom({ CLICKHOUSE_URL, ...variables });
	} catch (error) {
		return (error as Error).message;
	}
	return "";
};

describe("the ClickHouse servers", () => {
	it("are not used unless configured", () =>
		expect(configurationFrom({}).events).toHaveProperty("directory"));

	it("may be replicas of a cluster, with their own certificate authority", () => {
		const path = join(directory, "ca.pem");
		writeFileSync(path, "-----BEGIN CERTIFICATE-----\n…");
		const { events } = configurationFrom({
			CLICKHOUSE_URL,
			...{ CLICKHOUSE_CLUSTER: "{cluster}", CLICKHOUSE_INSERT_QUORUM: "2", CLICKHOUSE_CA: path },
		});
		expect(events).toMatchObject({ url: CLICKHOUSE_URL, cluster: "{cluster}", insertQuorum: "2" });
		expect(events).toHaveProperty("certificateAuthority");
	});

	it.each([
		["CLICKHOUSE_URL", "http://one:8123,two", "must be an address like http://user:password@host"],
		["CLICKHOUSE_CLUSTER", "a'b", "must be the name of a cluster in system.clusters"],
		["CLICKHOUSE_INSERT_QUORUM", "0", "must be auto or a number from 1 to 99"],
		["CLICKHOUSE_CA", "/nowhere/ca.pem", "cannot be read: ENOENT"],
		["CLICKHOUSE_CA", "/dev/null", "contains no PEM certificate"],
	])("refuses %s=%s and says that it %s", (name, value, reason) => {
		const message = refusalOf({ [name]: value });
		expect(message).toContain(`  ${name}: `);
		expect(message).toContain(reason);
	});

	it("rejects variables for servers that are not configured", () =>
		expect(refusalOf({ CLICKHOUSE_URL: "", CLICKHOUSE_CLUSTER: "events" })).toContain(
			"  CLICKHOUSE_URL: is required when CLICKHOUSE_CLUSTER is set",
		));
});
