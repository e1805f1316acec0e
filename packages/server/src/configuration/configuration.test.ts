import { describe, expect, it } from "vitest";
import { configurationFrom } from "./configuration.ts";

const messageOf = (variables: NodeJS.ProcessEnv) => {
	try {
		configurationFrom(variables);
	} catch (error) {
		return (error as Error).message;
	}
	return "";
};

describe("the configuration", () => {
	it("has a default for everything", () =>
		expect(configurationFrom({})).toMatchObject({
			PORT: 3000,
			HOST: "127.0.0.1",
			TRUST_PROXY: [],
			ALLOW_SIGNUP: false,
			LOG_LEVEL: "info",
			kafka: undefined,
		}));

	it.each([
		["PORT", "70000", "must be a port number from 0 to 65535"],
		["TRUST_PROXY", "nonsense", '"nonsense" is not an IP address, CIDR block or IPv4 range'],
		["BASE_URL", "stats.example.com", "must be an address like https://stats.example.com"],
		["ADMIN_EMAIL", "me", "must be an e-mail address"],
		["ADMIN_PASSWORD", "short", "must have 8 to 128 characters"],
		["ALLOW_SIGNUP", "maybe", "must be true or false"],
		["SECRET", "short", "must have at least 32 characters"],
		["QUEUE_URL", "redis://localhost", "it must begin with kafka://"],
		["KAFKA_RECORDS", "avro", "must be packed or json"],
		[
			"CLICKHOUSE_URL",
			"host:8123",
			"must be an address like http://user:password@host:8123/database",
		],
		[
			"DATABASE_URL",
			"mysql://host/db",
			"must be an address like postgres://user:password@host:5432/database",
		],
		["API_URL", "api", "must be an address like http://api.internal:3001"],
		["LOG_LEVEL", "loud", "must be debug, info, warn, error or silent"],
	])("refuses %s=%s and says that it %s", (name, value, reason) => {
		const message = messageOf({ [name]: value });
		expect(message).toContain(`  ${name}: `);
		expect(message).toContain(reason);
	});

	it("lists all invalid variables at once", () =>
		expect(messageOf({ PORT: "x", LOG_LEVEL: "y" }).split("\n").length).toBe(3));

	it("puts the socket where its path fits a socket address", () => {
		const deep = `/tmp/${"deep/".repeat(30)}`;
		expect(configurationFrom({ DATA_DIR: deep }).socketPath.length).toBeLessThan(104);
		expect(configurationFrom({ DATA_DIR: "/data" }).socketPath).toBe("/data/backend.sock");
	});

	it("has a form of records for Kafka, which other roles may have too", () => {
		const QUEUE_URL = "kafka://broker/events";
		expect(configurationFrom({ QUEUE_URL }).kafka).not.toHaveProperty("records");
		expect(configurationFrom({ QUEUE_URL, KAFKA_RECORDS: "json" }).kafka).toMatchObject({
			topic: "events",
			records: "json",
		});
		expect(configurationFrom({ KAFKA_RECORDS: "json" }).kafka).toBeUndefined();
	});

	it("never reveals a password of the queue", () =>
		expect(messageOf({ QUEUE_URL: "kafka://me:hidden@broker/bad topic" })).not.toContain("hidden"));
});
