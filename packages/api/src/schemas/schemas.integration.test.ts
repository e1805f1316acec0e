import { RESENDS_PATH } from "@footfall/shared/schemas/resend";
import { VIOLATION_DAY_MS, VIOLATIONS_PATH } from "@footfall/shared/schemas/violation-report";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { bearer, INTERNAL_TOKEN } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";

const schema = { type: "object", properties: { price: { type: "number" } }, required: ["price"] };
const day = Math.floor(Date.now() / VIOLATION_DAY_MS);

onEachDatabase("the schemas of a site's events", (stage) => {
	const ask = (path: string, body?: unknown, method = body === undefined ? "GET" : "POST") =>
		stage.api.ask(`/api/sites/${stage.api.site.id}${path}`, {
			headers: stage.api.as.admin,
			method,
			...(body !== undefined && { body }),
		});

	it("are saved whole, read back, and declare types", async () => {
		const schemas = [{ event: "purchase", mode: "warn", schema }];
		const saved = await ask("/event-schemas", { schemas }, "PUT");
		expect([saved.status, saved.body]).toMatchObject([200, { data: { schemas } }]);
		const { body } = await ask("/event-schemas");
		expect(body).toMatchObject({
			data: { schemas, types: expect.stringContaining("purchase: {\n\t\t\tprice: number;") },
		});
	});

	it("are refused with the event and the place of the fault", async () => {
		const schemas = [{ event: "a", mode: "watch", schema: { properties: { b: { $ref: "#" } } } }];
		const { status, body } = await ask("/event-schemas", { schemas }, "PUT");
		expect([status, JSON.stringify(body)]).toEqual([
			400,
			expect.stringContaining("a: /properties/b/$ref: The keyword"),
		]);
		expect((await ask("/event-schemas/check", { schemas })).status).toBe(400);
	});

	it("are not changed by the other settings", async () => {
		const { status } = await ask("/config", { trackErrors: true, eventSchemas: [] }, "PUT");
		expect(status).toBe(200);
		expect(await ask("/event-schemas")).toMatchObject({
			body: { data: { schemas: [{ event: "purchase" }] } },
		});
	});

	it("are checked against the latest events, of which there may be none", async () => {
		const schemas = [{ event: "never", mode: "quarantine", schema }];
		expect(await ask("/event-schemas/check", { schemas })).toMatchObject({
			status: 200,
			body: {
				data: [
					{ event: "never", checked: 0, fitting: 0, warning: expect.stringMatching(/No such/) },
				],
			},
		});
	});

	it("are checked and proposed with a key only if it may also read events", async () => {
		const site = `/api/sites/${stage.api.site.id}/event-schemas`;
		const asKey = async (permissions: object) => {
			const { headers } = await stage.api.keyWith(permissions, "personal");
			const check = await stage.api.ask(`${site}/check`, { headers, body: { schemas: [] } });
			const proposal = await stage.api.ask(`${site}/proposal?event=purchase`, { headers });
			return [check.status, proposal.status];
		};
		expect(await asKey({ sites: ["read"] })).toEqual([403, 403]);
		expect(await asKey({ sites: ["read"], events: ["read"] })).toEqual([200, 200]);
	});

	it("have violations, which gateways report as totals", async () => {
		const violation = { site: stage.api.site.siteId, event: "purchase", rule: "/price type", day };
		const report = (source: string, count: number) =>
			stage.api.ask(VIOLATIONS_PATH, {
				headers: bearer(INTERNAL_TOKEN),
				body: {
					source: source.repeat(16),
					violations: [{ ...violation, message: "must be a number", count, examples: [source] }],
				},
			});
		for (const [source, count] of [
			["a", 2],
			["a", 3],
			["a", 1],
			["b", 4],
		] as const)
			expect((await report(source, count)).status).toBe(204);
		expect((await ask("/schema-violations")).body).toEqual({
			data: [
				{
					event: "purchase",
					rule: "/price type",
					message: "must be a number",
					count: 7,
					examples: expect.arrayContaining(["a", "b"]),
				},
			],
		});
		expect((await stage.api.ask(VIOLATIONS_PATH, { body: {} })).status).toBe(401);
	});

	it("have quarantined events, of which none needs to be sent again", async () => {
		expect((await ask("/quarantined-events")).body).toEqual({
			data: { total: 0, events: [], isResending: false },
		});
		expect((await ask("/quarantined-events/resend", {})).body).toEqual({ data: { total: 0 } });
		const headers = bearer(INTERNAL_TOKEN);
		expect((await stage.api.ask(RESENDS_PATH, { headers })).status).toBe(204);
		expect((await stage.api.ask(RESENDS_PATH, {})).status).toBe(401);
	});
});
