import { describe, expect, it } from "vitest";
import { createConnectionLimit } from "./connection-limit.ts";

const person = (name: string, site = "1") => ({ tenant: "o", caller: `user ${name}`, part: site });
const visitor = (network: string, site = "1", tenant = "o") => ({
	tenant,
	caller: `visitors ${site}`,
	part: network,
});

describe("live connections", () => {
	it("are limited for each person, across sites", () => {
		const { enter } = createConnectionLimit({ perCaller: 2 });
		const leave = enter(person("a", "1"), false);
		enter(person("a", "2"), false);
		expect(() => enter(person("a", "3"), false)).toThrow("At most 2 live connections");
		enter(person("b"), false);
		leave();
		leave();
		enter(person("a"), false);
		expect(() => enter(person("a"), false)).toThrow("At most 2");
	});

	it("are limited for each network of visitors, across sites", () => {
		const { enter } = createConnectionLimit({ perNetwork: 1 });
		enter(visitor("192.0.2.1"), true);
		expect(() => enter(visitor("192.0.2.1", "2"), true)).toThrow("At most 1");
		enter(visitor("192.0.2.2"), true);
	});

	it("admit an office of five hundred people behind one address", () => {
		const { enter } = createConnectionLimit();
		for (let nth = 0; nth < 500; nth++) enter(visitor("192.0.2.1"), true);
	});

	it("of one site's visitors or one organization leave capacity for others", () => {
		const { enter } = createConnectionLimit({ perSite: 2, perOrganization: 3 });
		enter(visitor("192.0.2.1"), true);
		enter(visitor("192.0.2.2"), true);
		expect(() => enter(visitor("192.0.2.3"), true)).toThrow("Too many live connections");
		const leave = enter(visitor("192.0.2.3", "2"), true);
		expect(() => enter(person("a"), false)).toThrow("Too many live connections");
		enter(visitor("192.0.2.3", "3", "other"), true);
		leave();
		enter(person("a"), false);
	});

	it("of visitors leave capacity for members", () => {
		const { enter } = createConnectionLimit({ visitors: 1, total: 2 });
		const leave = enter(visitor("192.0.2.1"), true);
		expect(() => enter(visitor("192.0.2.2"), true)).toThrow("Too many live connections");
		enter(person("a"), false);
		expect(() => enter(person("b"), false)).toThrow("Too many live connections");
		leave();
		enter(person("b"), false);
	});
});
