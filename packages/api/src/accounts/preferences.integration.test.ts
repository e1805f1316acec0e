import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { expect, it } from "vitest";

const PATH = "/api/user/preferences";
const NOTHING = { timeZone: null, weekStart: null, language: null, theme: null, remembered: {} };

onEachDatabase("preferences", (stage) => {
	const change = (body: unknown, headers: Record<string, string> = stage.api.as.member) =>
		stage.api.ask(PATH, { method: "PATCH", headers, body });
	const read = async (headers: Record<string, string> = stage.api.as.member) =>
		(await stage.api.ask(PATH, { headers })).body;

	it("start empty and change field by field", async () => {
		expect(await read()).toEqual({ data: NOTHING });
		await change({ timeZone: "Europe/Berlin", theme: "dark" });
		const { status, body } = await change({ weekStart: "monday", language: "de-AT", theme: null });
		const chosen = {
			...NOTHING,
			timeZone: "Europe/Berlin",
			weekStart: "monday",
			language: "de-AT",
		};
		expect([status, body]).toEqual([200, { data: chosen }]);
		expect(await read()).toEqual({ data: chosen });
		expect(await read(stage.api.as.admin)).toEqual({ data: NOTHING });
	});

	it("remember values by name until these are cleared", async () => {
		const headers = stage.api.as.admin;
		await change(
			{ remembered: { "columns:pages": ["count", "bounce_rate"], tour: true } },
			headers,
		);
		await change({ remembered: { tour: null, site: "0123456789ab", rows: 20 } }, headers);
		expect(await read(headers)).toMatchObject({
			data: {
				remembered: { "columns:pages": ["count", "bounce_rate"], site: "0123456789ab", rows: 20 },
			},
		});
	});

	it("keep both changes when two devices write at once", async () => {
		const headers = stage.api.as.stranger;
		const names = Array.from({ length: 10 }, (_, index) => `thing-${index}`);
		await Promise.all(names.map((name) => change({ remembered: { [name]: 1 } }, headers)));
		const { data } = (await read(headers)) as { data: { remembered: object } };
		expect(Object.keys(data.remembered).sort()).toEqual(names);
	});

	it("limit their size", async () => {
		const headers = stage.api.as.owner;
		const many = (count: number, value: unknown) =>
			Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, value]));
		const tooMany = await change({ remembered: many(101, 1) }, headers);
		expect([tooMany.status, tooMany.body]).toEqual([
			400,
			expect.objectContaining({ message: expect.stringContaining("At most 100 values") }),
		]);
		const tooLong = await change({ remembered: many(50, "x".repeat(1_000)) }, headers);
		expect([tooLong.status, tooLong.body]).toEqual([
			400,
			expect.objectContaining({ message: expect.stringContaining("32768 characters") }),
		]);
		expect(await read(headers)).toEqual({ data: NOTHING });
	});

	it.each([
		{ timeZone: "Mars/Olympus" },
		{ timeZone: "+02:00" },
		{ timeZone: "x".repeat(100) },
		{ weekStart: "tuesday" },
		{ language: "not a language" },
		{ language: "e" },
		{ theme: "blue" },
		{ unknown: 1 },
		{ remembered: { "": 1 } },
		{ remembered: { " ": 1 } },
		{ remembered: { [`a${"b".repeat(100)}`]: 1 } },
		{ remembered: { a: { b: 1 } } },
		{ remembered: { a: "x".repeat(1_001) } },
		{ remembered: { a: "\0" } },
		{ remembered: [] },
		[],
		"text",
		null,
	])("refuse %j", async (body) =>
		expect((await change(JSON.stringify(body), stage.api.as.owner)).status).toBe(400),
	);

	it("cannot be set through prototypes", async () => {
		const body = '{"remembered":{"__proto__":{"admin":true},"constructor":"x"}}';
		const { status, body: answered } = await change(body, stage.api.as.owner);
		const { data } = answered as { data: { remembered: object } };
		expect([status, Object.entries(data.remembered)]).toEqual([200, [["constructor", "x"]]]);
		expect(Object.getPrototypeOf(data.remembered)).toBe(Object.prototype);
	});

	it("are refused without a session, also to an API key", async () => {
		expect((await change({ theme: "dark" }, {})).status).toBe(401);
		expect((await stage.api.ask(PATH, { headers: stage.api.as.ownerKey })).status).toBe(401);
	});
});
