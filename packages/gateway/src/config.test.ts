import { EnvironmentError, readEnvironment } from "@footfall/shared/environment";
import { describe, expect, it } from "vitest";
import { gatewayEnvironment } from "./config.ts";

describe("the gateway's environment", () => {
	it("has defaults that trust no proxy", () =>
		expect(readEnvironment(gatewayEnvironment, {})).toEqual({
			PORT: 3000,
			HOST: "0.0.0.0",
			TRUST_PROXY: [],
		}));

	it("accepts a list of proxies", () =>
		expect(
			readEnvironment(gatewayEnvironment, {
				TRUST_PROXY: "loopback, private,203.0.113.0/24 ,2001:db8::1, cloudfront=192.0.2.0/24",
			}).TRUST_PROXY,
		).toEqual(["loopback", "private", "203.0.113.0/24", "2001:db8::1", "cloudfront=192.0.2.0/24"]));

	it.each(["everyone", "1.2.3", "10.0.0.0/33", "true"])("refuses %s as a proxy, by name", (entry) =>
		expect(() => readEnvironment(gatewayEnvironment, { TRUST_PROXY: entry })).toThrow(
			new RegExp(`TRUST_PROXY: "${entry.replaceAll(".", "\\.")}"`),
		),
	);

	it("accepts numbers of workers and of events", () =>
		expect(
			readEnvironment(gatewayEnvironment, { GATEWAY_WORKERS: "4", SITE_EVENTS_PER_SECOND: "0.5" }),
		).toMatchObject({ GATEWAY_WORKERS: 4, SITE_EVENTS_PER_SECOND: 0.5 }));

	it.each([
		["GATEWAY_WORKERS", "0"],
		["GATEWAY_WORKERS", "many"],
		["SITE_EVENTS_PER_SECOND", "0"],
		["SITE_EVENTS_PER_SECOND", "-1"],
		["METRICS_TOKEN", "short"],
	])("refuses %s=%s", (name, value) =>
		expect(() => readEnvironment(gatewayEnvironment, { [name]: value })).toThrow(
			new RegExp(`${name}: must `),
		),
	);

	it("refuses an invalid port", () =>
		expect(() => readEnvironment(gatewayEnvironment, { PORT: "70000" })).toThrow(EnvironmentError));
});
