import { EnvironmentError, readEnvironment } from "@footfall/shared/environment";
import { describe, expect, it } from "vitest";
import { gatewayEnvironment } from "./config.ts";

describe("the gateway's environment", () => {
	it("has defaults that trust nobody", () =>
		expect(readEnvironment(gatewayEnvironment, {})).toEqual({
			PORT: 3000,
			HOST: "0.0.0.0",
			TRUST_PROXY: [],
		}));

	it("takes a list of proxies", () =>
		expect(
			readEnvironment(gatewayEnvironment, {
				TRUST_PROXY: "loopback, private,203.0.113.0/24 ,2001:db8::1",
			}).TRUST_PROXY,
		).toEqual(["loopback", "private", "203.0.113.0/24", "2001:db8::1"]));

	it.each(["everyone", "1.2.3", "10.0.0.0/33", "true"])("refuses %s as a proxy, by name", (entry) =>
		expect(() => readEnvironment(gatewayEnvironment, { TRUST_PROXY: entry })).toThrow(
			new RegExp(`TRUST_PROXY: "${entry.replaceAll(".", "\\.")}"`),
		),
	);

	it("refuses a port that is none", () =>
		expect(() => readEnvironment(gatewayEnvironment, { PORT: "70000" })).toThrow(EnvironmentError));
});
