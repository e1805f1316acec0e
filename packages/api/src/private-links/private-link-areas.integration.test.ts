import { AREAS } from "@footfall/shared/areas";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { expect, it } from "vitest";

onEachDatabase("a private link", (stage) => {
	const base = () => `/api/sites/${stage.api.site.siteId}`;
	const link = async () => {
		const { body } = await stage.api.ask(`${base()}/private-link-config`, {
			headers: stage.api.as.owner,
			body: { action: "generate_private_link_key" },
		});
		const { data } = body as { data: { privateLinkKey: string } };
		return { "x-private-key": data.privateLinkKey };
	};
	const limit = (areas: unknown, headers: Record<string, string> = stage.api.as.owner) =>
		stage.api.ask(`${base()}/private-link-config/areas`, {
			method: "PUT",
			headers,
			body: { areas },
		});
	const statusOf = async (path: string, headers: Record<string, string>) => {
		const { status } = await stage.api.ask(`${base()}${path}`, { headers });
		// The store of these tests has no rows, not even totals, so some reports fail once admitted.
		return status === 500 ? 200 : status;
	};
	const filter = (parameter: string) =>
		encodeURIComponent(JSON.stringify([{ parameter, type: "equals", value: ["x"] }]));

	it("shows everything until it is limited", async () => {
		const headers = await link();
		const { body } = await stage.api.ask(`${base()}/private-link-config/areas`, {
			headers: stage.api.as.member,
		});
		expect(body).toEqual({ success: true, data: { areas: null, available: AREAS } });
		for (const path of ["/overview", "/sessions", "/users", "/metric?parameter=country"])
			expect([path, await statusOf(path, headers)]).toEqual([path, 200]);
		const viewer = await stage.api.ask(`${base()}/viewer`, { headers });
		expect(viewer.body).toEqual({
			data: {
				...{ via: "link", role: null, areas: AREAS, timeZone: "UTC", hasTimeZone: false },
				...{ currency: null, hasRevenue: false },
			},
		});
	});

	it("shows the chosen areas, and names the ones that it does not show", async () => {
		const headers = await link();
		const { body } = await limit(["pages", "overview", "pages"]);
		expect(body).toMatchObject({ data: { areas: ["overview", "pages"] } });
		const refused = await stage.api.ask(`${base()}/sessions`, { headers });
		expect([refused.status, refused.body]).toEqual([
			403,
			expect.objectContaining({
				code: "FORBIDDEN",
				message: "This link does not show sessions",
				required: ["sessions"],
			}),
		]);
		const statuses: Record<string, number> = {
			"": 200,
			"/overview": 200,
			"/page-titles": 200,
			"/metric?parameter=pathname": 200,
			"/export/metric?parameter=pathname": 200,
			"/metric?parameter=country": 403,
			"/metric-lite?parameter=country": 403,
			"/export/metric?parameter=country": 403,
			[`/overview?filters=${filter("pathname")}`]: 200,
			[`/overview?filters=${filter("country")}`]: 403,
			[`/overview?filters=${filter("user_id")}`]: 403,
			[`/overview?filters=${filter("prop:plan")}`]: 403,
			"/events": 403,
			"/users": 403,
			"/users/1/sessions": 403,
			"/errors/names": 403,
			"/bots/overview": 403,
			"/performance/overview": 403,
			"/funnels": 403,
			"/goals": 403,
			"/journeys": 403,
			"/retention": 403,
			"/export/sessions": 403,
			"/export/pdf?start_date=2026-01-01&end_date=2026-01-02&time_zone=UTC": 403,
			"/live-user-count": 200,
			"/has-data": 200,
			"/annotations": 200,
			"/segments": 200,
		};
		for (const [path, status] of Object.entries(statuses))
			expect([path, await statusOf(path, headers)]).toEqual([path, status]);
		const viewer = await stage.api.ask(`${base()}/viewer`, { headers });
		expect(viewer.body).toMatchObject({ data: { via: "link", areas: ["overview", "pages"] } });
	});

	it("shows money beside other figures only with the overview", async () => {
		const headers = await link();
		const statusOf = async (areas: string[], path: string) => {
			await limit(areas);
			return (await stage.api.ask(`${base()}${path}`, { headers })).status;
		};
		expect(await statusOf(["users"], "/users")).toBe(200);
		expect(await statusOf(["users"], "/users?revenue=true")).toBe(403);
		expect(await statusOf(["users"], "/users?sort_by=revenue")).toBe(403);
		expect(await statusOf(["overview", "users"], "/users?revenue=true")).toBe(200);
	});

	it("limits each query of a batch", async () => {
		const headers = await link();
		await limit(["overview", "pages"]);
		const country = [{ parameter: "country", type: "equals", value: ["DE"] }];
		const questions: Record<string, [report: string, parameters: object, status: number]> = {
			figures: ["overview", {}, 200],
			pages: ["metric", { parameter: "pathname" }, 200],
			live: ["live-user-count", {}, 200],
			countries: ["metric", { parameter: "country" }, 403],
			older: ["metric-lite", { parameter: "country" }, 403],
			"figures of a country": ["overview", { filters: country }, 403],
			sessions: ["sessions", {}, 403],
			user: ["users/1", {}, 403],
			errors: ["errors/names", {}, 403],
			vitals: ["performance/overview", {}, 403],
			bots: ["bots/overview", {}, 403],
			events: ["events", {}, 403],
		};
		const asked = async (parameters: object) => {
			const answer = await fetch(`${stage.api.origin}${base()}/reports`, {
				method: "POST",
				headers: { ...headers, "content-type": "application/json" },
				body: JSON.stringify({
					parameters,
					questions: Object.entries(questions).map(([id, [report, own]]) => ({
						id,
						report,
						parameters: own,
					})),
				}),
			});
			const lines = (await answer.text()).split("\n").filter((line) => line !== "");
			const statuses = lines
				.map((line) => JSON.parse(line) as { id: string; status: number })
				// As in `statusOf`.
				.map(({ id, status }) => [id, status === 500 ? 200 : status] as const);
			return Object.fromEntries(statuses);
		};
		expect(await asked({})).toEqual(
			Object.fromEntries(Object.entries(questions).map(([id, [, , status]]) => [id, status])),
		);
		// A shared filter applies to all queries, and so is checked for all.
		expect(new Set(Object.values(await asked({ filters: country })))).toEqual(new Set([403]));
	});

	it("does not limit members or public sites", async () => {
		const headers = await link();
		await limit(["overview"]);
		expect(await statusOf("/sessions", { ...headers, ...stage.api.as.member })).toBe(200);
		const makePublic = (isPublic: boolean) =>
			stage.api.ask(`${base()}/config`, {
				method: "PUT",
				headers: stage.api.as.owner,
				body: { public: isPublic },
			});
		await makePublic(true);
		expect(await statusOf("/sessions", headers)).toBe(200);
		await makePublic(false);
		expect(await statusOf("/sessions", headers)).toBe(403);
	});

	it("keeps its limit when its key is replaced, until the limit is lifted", async () => {
		await limit(["overview"]);
		const headers = await link();
		expect(await statusOf("/sessions", headers)).toBe(403);
		await limit(null);
		expect(await statusOf("/sessions", headers)).toBe(200);
	});

	it.each([
		[[]],
		[["everything"]],
		["overview"],
		[undefined],
		[[null]],
		[Array(100).fill("pages")],
	])("cannot be limited to %j", async (areas) => expect((await limit(areas)).status).toBe(400));

	it("can be limited by administrators only", async () => {
		expect((await limit(["overview"], stage.api.as.member)).status).toBe(403);
		expect((await limit(["overview"], await link())).status).toBe(401);
		expect((await limit(null, stage.api.as.admin)).status).toBe(200);
	});
});

onEachDatabase("a site's time zone", (stage) => {
	const path = () => `/api/sites/${stage.api.site.siteId}`;
	const configure = (timeZone: unknown) =>
		stage.api.ask(`${path()}/config`, {
			method: "PUT",
			headers: stage.api.as.owner,
			body: { timeZone },
		});

	it("is UTC until it is chosen", async () => {
		const headers = stage.api.as.member;
		const zone = async () => (await stage.api.ask(`${path()}/viewer`, { headers })).body;
		expect(await zone()).toMatchObject({
			data: { timeZone: "UTC", hasTimeZone: false, via: "member", role: "member" },
		});
		expect((await configure("Pacific/Kiritimati")).body).toMatchObject({
			config: { timeZone: "Pacific/Kiritimati", hasTimeZone: true },
		});
		expect(await zone()).toMatchObject({
			data: { timeZone: "Pacific/Kiritimati", hasTimeZone: true },
		});
	});

	it("has the site's currency, and no revenue before the first amount", async () => {
		const configured = await stage.api.ask(`${path()}/config`, {
			...{ method: "PUT", headers: stage.api.as.admin, body: { currency: "eur" } },
		});
		expect(configured.status).toBe(200);
		const viewer = await stage.api.ask(`${path()}/viewer`, { headers: stage.api.as.member });
		expect(viewer.body).toMatchObject({ data: { currency: "EUR", hasRevenue: false } });
	});

	it("tells a chosen UTC from the default", async () => {
		const headers = stage.api.as.member;
		const zone = async () => (await stage.api.ask(`${path()}/viewer`, { headers })).body;
		await configure("UTC");
		expect(await zone()).toMatchObject({ data: { timeZone: "UTC", hasTimeZone: true } });
		// The second is how clients said it before null could.
		for (const none of [{ timeZone: null }, { timeZone: "UTC", hasTimeZone: false }]) {
			await configure("Asia/Tokyo");
			const { status } = await stage.api.ask(`${path()}/config`, {
				method: "PUT",
				headers: stage.api.as.owner,
				body: none,
			});
			expect(status).toBe(200);
			expect(await zone()).toMatchObject({ data: { timeZone: "UTC", hasTimeZone: false } });
		}
	});

	it.each(["Mars/Olympus", "+02:00", "", "x".repeat(300), 1, ["UTC"]])(
		"cannot be %j",
		async (timeZone) => expect((await configure(timeZone)).status).toBe(400),
	);
});
