import { describe, expect, it } from "vitest";
import { createConnectionLimit } from "./connection-limit.ts";

const person = (name: string, site = "1") => ({ tenant: "o", caller: `user ${name}`, part: site });
const visitor = (network: string) => ({ tenant: "o", caller: "visitors 1", part: network });

describe("live connections", () => {
	it("are so many for each person, whatever the site", () => {
		const enter = createConnectionLimit({ perCaller: 2 });
		const leave = enter(person("a", "1"), false);
		enter(person("a", "2"), false);
		expect(() => enter(person("a", "3"), false)).toThrow("At most 2 live connections");
		enter(person("b"), false);
		leave();
		leave();
		enter(person("a"), false);
		expect(() => enter(person("a"), false)).toThrow("At most 2");
	});

	it("are so many for each network of visitors", () => {
		const enter = createConnectionLimit({ perCaller: 1 });
		enter(visitor("192.0.2.1"), true);
		expect(() => enter(visitor("192.0.2.1"), true)).toThrow("At most 1");
		enter(visitor("192.0.2.2"), true);
	});

	it("of visitors leave room for members", () => {
		const enter = createConnectionLimit({ visitors: 1, total: 2 });
		const leave = enter(visitor("192.0.2.1"), true);
		expect(() => enter(visitor("192.0.2.2"), true)).toThrow("Too many live connections");
		enter(person("a"), false);
		expect(() => enter(person("b"), false)).toThrow("Too many live connections");
		leave();
		enter(person("b"), false);
	});
});
