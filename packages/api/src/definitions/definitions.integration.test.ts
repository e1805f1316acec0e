import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { type Asked, bearer } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";

onEachDatabase("goals", (stage) => {
	const goals = () => `/api/sites/${stage.api.site.siteId}/goals`;
	const write = (path: string, asked: Asked) =>
		stage.api.ask(path, { headers: stage.api.as.member, ...asked });
	const path = { goalType: "path", config: { pathPattern: "/thanks/*" } };

	it("are created, replaced as a whole and deleted by members", async () => {
		const created = await write(goals(), { body: { name: "Thanks", ...path } });
		expect([created.status, created.body]).toEqual([
			201,
			{ success: true, goalId: expect.any(Number) },
		]);
		const { goalId } = created.body as { goalId: number };
		const event = { goalType: "event", config: { eventName: "signup" } };
		const replaced = await write(`${goals()}/${goalId}`, { method: "PUT", body: event });
		expect([replaced.status, replaced.body]).toEqual([200, { success: true, goalId }]);
		const deleted = await write(`${goals()}/${goalId}`, { method: "DELETE" });
		expect([deleted.status, deleted.body]).toEqual([200, { success: true }]);
		expect((await write(`${goals()}/${goalId}`, { method: "DELETE" })).status).toBe(404);
	});

	it.each([
		[{}, "goalType"],
		[{ goalType: "path" }, "config"],
		[{ goalType: "dream", config: {} }, "goalType"],
		[{ goalType: "path", config: {} }, "config.pathPattern"],
		[{ goalType: "event", config: { pathPattern: "/" } }, "config.eventName"],
		[
			{ goalType: "event", config: { eventName: "a", eventPropertyKey: "b" } },
			"config.eventPropertyKey",
		],
		[{ goalType: "copy", config: { valuePattern: "x".repeat(513) } }, "config.valuePattern"],
	])("are refused for %j, naming %s", async (body, field) => {
		const answer = await write(goals(), { body });
		expect([answer.status, answer.body]).toEqual([
			400,
			expect.objectContaining({
				error: "Validation error",
				details: expect.arrayContaining([expect.objectContaining({ path: field })]),
			}),
		]);
	});

	it("can be reached through their own site only", async () => {
		const created = await write(goals(), { body: path });
		const { goalId } = created.body as { goalId: number };
		const elsewhere = `/api/sites/${stage.api.demoSite.siteId}/goals/${goalId}`;
		const unknown = `${goals()}/99999999999`;
		const answerOf = async (path: string, asked: Asked) => {
			const { status, body } = await write(path, asked);
			return [status, body];
		};
		for (const asked of [{ method: "DELETE" }, { method: "PUT", body: path }])
			expect(await answerOf(elsewhere, asked)).toEqual(await answerOf(unknown, asked));
		expect(await answerOf(`${elsewhere}/sessions`, {})).toEqual(
			await answerOf(`${unknown}/sessions`, {}),
		);
		expect(await answerOf(`${elsewhere}/sessions`, {})).toEqual([
			404,
			expect.objectContaining({ error: "Goal not found" }),
		]);
		expect((await write(`${goals()}/${goalId}`, { method: "DELETE" })).status).toBe(200);
	});
});

onEachDatabase("funnels", (stage) => {
	const funnels = () => `/api/sites/${stage.api.site.siteId}/funnels`;
	const write = (path: string, asked: Asked) =>
		stage.api.ask(path, { headers: stage.api.as.member, ...asked });
	const steps = [
		{ type: "page", value: "/" },
		{ type: "event", value: "signup", name: "Signed up" },
	];

	it("are created, overwritten, listed and deleted", async () => {
		const saved = await write(funnels(), { body: { name: "Signing up", steps } });
		const { funnelId } = saved.body as { funnelId: number };
		expect([saved.status, saved.body]).toEqual([
			201,
			{ success: true, funnelId: expect.any(Number) },
		]);
		const shorter = { name: "Shorter", steps: [...steps].reverse(), reportId: funnelId };
		expect((await write(funnels(), { body: shorter })).body).toEqual({ success: true, funnelId });
		const listed = await stage.api.ask(funnels(), { headers: stage.api.as.member });
		expect(listed.body).toEqual({
			data: [
				{
					id: funnelId,
					name: "Shorter",
					steps: shorter.steps,
					createdAt: expect.any(String),
					updatedAt: expect.any(String),
				},
			],
		});
		expect((await write(`${funnels()}/${funnelId}`, { method: "DELETE" })).body).toEqual({
			success: true,
		});
		expect((await write(funnels(), { body: shorter })).status).toBe(404);
	});

	it.each([
		[{ steps }, "Funnel name is required"],
		[{ name: "", steps }, "Funnel name is required"],
		[{ name: "One", steps: steps.slice(1) }, "At least 2 steps are required for a funnel"],
		[{ name: "None" }, "At least 2 steps are required for a funnel"],
		[{ name: "Odd", steps: [...steps, { type: "wish", value: "x" }] }, "Invalid step type"],
		[{ name: "Bare", steps: [...steps, { type: "page" }] }, "Page and event steps require a value"],
	])("are refused for %j: %s", async (body, error) => {
		const answer = await write(funnels(), { body });
		expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ error })]);
	});
});

/** Values that the reports bound to their statements. */
const asked: object[] = [];
const store = {
	query: async (_sql: string, parameters: object = {}) => {
		asked.push(parameters);
		return [];
	},
	insert: async () => {},
	command: async () => {},
};

onEachDatabase(
	"segments",
	(stage) => {
		const segments = () => `/api/sites/${stage.api.site.siteId}/segments`;
		const as = (who: "admin" | "member" | "owner" | "nobody", path: string, asked: Asked = {}) =>
			stage.api.ask(path, { headers: stage.api.as[who], ...asked });
		const filters = [{ parameter: "country", type: "equals", value: ["FR", "DE"] }];
		const saved = async (who: "admin" | "member", body: object) => {
			const { body: answer } = await as(who, segments(), {
				body: { name: "Any", filters, ...body },
			});
			return answer as { segmentId: number };
		};

		it("are created for a site, with defaults for absent fields", async () => {
			const { status, body } = await as("member", segments(), { body: { name: " EU ", filters } });
			expect(status).toBe(201);
			expect(body).toEqual({
				segmentId: expect.any(Number),
				siteId: stage.api.site.siteId,
				organizationId: stage.api.organizationId,
				userId: stage.api.accounts.member.id,
				name: "EU",
				description: null,
				filters,
				isPublic: false,
				type: "segment",
				canEdit: true,
				createdAt: expect.any(String),
				updatedAt: expect.any(String),
			});
		});

		it("are edited by their author and by administrators", async () => {
			const { segmentId } = await saved("admin", { name: "Of the admin" });
			const path = `${segments()}/${segmentId}`;
			const change = { method: "PUT", body: { name: "Mine" } };
			expect((await as("member", path, change)).status).toBe(403);
			expect((await as("member", path, { method: "DELETE" })).status).toBe(403);
			expect((await as("owner", path, change)).body).toMatchObject({ name: "Mine", canEdit: true });
			expect((await as("member", path)).body).toMatchObject({ name: "Mine", canEdit: false });
			expect((await as("owner", path, { method: "DELETE" })).body).toEqual({ success: true });
			expect((await as("owner", path)).status).toBe(404);
		});

		it("of a whole organization are made by administrators and apply to all its sites", async () => {
			const wide = { name: "Everywhere", filters, scope: "organization" };
			expect((await as("member", segments(), { body: wide })).status).toBe(403);
			const { segmentId } = await saved("admin", wide);
			const elsewhere = `/api/sites/${stage.api.demoSite.siteId}/segments/${segmentId}`;
			expect((await as("member", elsewhere)).body).toMatchObject({ siteId: null, canEdit: false });
		});

		it("are shown to visitors of a public site if public, without their authors", async () => {
			const open = `/api/sites/${stage.api.demoSite.siteId}/segments`;
			for (const body of [
				{ name: "Open", filters, isPublic: true },
				{ name: "Closed", filters },
			])
				await as("admin", open, { body });
			const { body } = await as("nobody", open);
			expect(body).toEqual([
				expect.objectContaining({ name: "Open", userId: null, canEdit: false }),
			]);
			expect((await as("nobody", segments())).status).toBe(401);
		});

		it("scope a report to the matching visits", async () => {
			const { segmentId } = await saved("member", { name: "For a report" });
			const { segmentId: ofDemo } = (
				await as("admin", `/api/sites/${stage.api.demoSite.siteId}/segments`, {
					body: { name: "Of the demo", filters },
				})
			).body as { segmentId: number };
			const events = (query: string, headers: Record<string, string> = stage.api.as.member) =>
				stage.api.ask(`/api/sites/${stage.api.site.siteId}/events?${query}`, { headers });
			asked.length = 0;
			expect((await events(`segment_id=${segmentId}`)).status).toBe(200);
			expect(Object.values(asked[0] ?? {})).toEqual(expect.arrayContaining(["FR", "DE"]));
			expect((await events("segment_id=x")).body).toMatchObject({ error: "Invalid segment_id" });
			for (const other of [ofDemo, 99_999_999])
				expect((await events(`segment_id=${other}`)).body).toMatchObject({
					error: "Segment not found",
				});
			const limited = await stage.api.keyWith({ events: ["read"] }, "personal");
			const refused = await events(`segment_id=${segmentId}`, limited.headers);
			expect([refused.status, refused.body]).toEqual([
				403,
				expect.objectContaining({ error: "Insufficient scope", required: "segments:read" }),
			]);
		});

		it.each([
			[{ filters }],
			[{ name: "", filters }],
			[{ name: "x".repeat(81), filters }],
			[{ name: "No filters", filters: [] }],
			[{ name: "Unknown field", filters, colour: "red" }],
			[{ name: "Unknown parameter", filters: [{ parameter: "x", type: "equals", value: ["a"] }] }],
			[{ name: "Regex", filters: [{ parameter: "pathname", type: "regex", value: ["a", "b"] }] }],
			[{ name: "NUL", filters: [{ parameter: "city", type: "equals", value: ["\0"] }] }],
			[
				{
					name: "Unpaired surrogate",
					filters: [{ parameter: "city", type: "equals", value: ["\ud800"] }],
				},
			],
		])("are refused for %j", async (body) => {
			expect((await as("owner", segments(), { body })).status).toBe(400);
		});
	},
	{ store },
);

onEachDatabase("annotations", (stage) => {
	const notes = () => `/api/sites/${stage.api.site.siteId}/annotations`;
	const as = (who: "admin" | "member" | "nobody", path: string, asked: Asked = {}) =>
		stage.api.ask(path, { headers: stage.api.as[who], ...asked });
	const pinned = async (who: "admin" | "member", body: object) => {
		const { body: answer } = await as(who, notes(), { body });
		return (answer as { annotationId: number }).annotationId;
	};
	const titles = (body: unknown) => (body as { title: string }[]).map(({ title }) => title);

	it("are attached to a day or a moment, changed field by field and cleared with null", async () => {
		const annotationId = await pinned("member", {
			title: "Launch",
			date: "2026-03-01",
			endDate: "2026-03-02T12:00:00+02:00",
			color: "sky",
			icon: "🚀",
		});
		const path = `${notes()}/${annotationId}`;
		const change = { endDate: null, description: "At last" };
		expect((await as("member", path, { method: "PUT", body: change })).body).toEqual({
			success: true,
		});
		expect((await as("member", notes())).body).toEqual([
			{
				annotationId,
				siteId: stage.api.site.siteId,
				organizationId: stage.api.organizationId,
				userId: stage.api.accounts.member.id,
				userName: "member",
				kind: "note",
				title: "Launch",
				version: null,
				url: null,
				description: "At last",
				date: "2026-03-01T00:00:00.000Z",
				endDate: null,
				color: "sky",
				icon: "🚀",
				isPublic: false,
				createdAt: expect.any(String),
				updatedAt: expect.any(String),
			},
		]);
		expect((await as("member", path, { method: "DELETE" })).body).toEqual({ success: true });
		expect((await as("member", path, { method: "DELETE" })).status).toBe(404);
	});

	it("are listed when they overlap a range of whole days", async () => {
		const made = [
			await pinned("admin", { title: "one day", date: "2025-01-10T23:59:59Z" }),
			await pinned("admin", { title: "long", date: "2025-01-05", endDate: "2025-01-20" }),
			await pinned("admin", { title: "wide", date: "2025-01-15", scope: "organization" }),
		];
		const listed = async (query: string) =>
			titles((await as("member", `${notes()}?${query}`)).body);
		expect(await listed("start_date=2025-01-10&end_date=2025-01-10")).toEqual(["long", "one day"]);
		expect(await listed("start_date=2025-01-21")).toEqual([]);
		expect(await listed("end_date=2025-01-15")).toEqual(["long", "one day", "wide"]);
		const bad = await as("member", `${notes()}?start_date=yesterday`);
		expect(bad.body).toMatchObject({ error: "Invalid start_date format. Use YYYY-MM-DD" });
		for (const id of made) await as("admin", `${notes()}/${id}`, { method: "DELETE" });
	});

	it("of other authors or of the organization cannot be changed by members", async () => {
		const theirs = await pinned("admin", { title: "Theirs", date: "2024-01-01" });
		const path = `${notes()}/${theirs}`;
		expect((await as("member", path, { method: "PUT", body: { title: "x" } })).status).toBe(403);
		expect((await as("member", path, { method: "DELETE" })).status).toBe(403);
		const wide = { title: "Wide", date: "2024-01-01", scope: "organization" };
		expect((await as("member", notes(), { body: wide })).status).toBe(403);
		await as("admin", path, { method: "DELETE" });
	});

	it("are shown to visitors if public, without their authors", async () => {
		const open = `/api/sites/${stage.api.demoSite.siteId}/annotations`;
		for (const isPublic of [true, false])
			await as("member", open, { body: { title: `${isPublic}`, date: "2024-01-01", isPublic } });
		expect((await as("nobody", open)).body).toEqual([
			expect.objectContaining({ title: "true", userId: null, userName: null }),
		]);
	});

	it.each([
		[{ title: "No date" }],
		[{ title: "", date: "2026-01-01" }],
		[{ title: "x".repeat(121), date: "2026-01-01" }],
		[{ title: "No offset", date: "2026-01-01T10:00:00" }],
		[{ title: "Invalid date", date: "2026-02-30" }],
		[{ title: "Backwards", date: "2026-01-02", endDate: "2026-01-01" }],
		[{ title: "Unknown colour", date: "2026-01-01", color: "red" }],
		[{ title: "Two characters", date: "2026-01-01", icon: "ab" }],
	])("are refused for %j", async (body) => {
		expect((await as("member", notes(), { body })).status).toBe(400);
	});

	it("are not updated by an empty request", async () => {
		const id = await pinned("member", { title: "Same", date: "2023-01-01" });
		const answer = await as("member", `${notes()}/${id}`, { method: "PUT", body: {} });
		expect([answer.status, answer.body]).toEqual([
			400,
			expect.objectContaining({ error: "No fields to update" }),
		]);
	});

	it("are refused to keys without the scope", async () => {
		const { key } = await stage.api.keyWith({ annotations: ["read"] }, "personal");
		const headers = bearer(key);
		expect((await stage.api.ask(notes(), { headers })).status).toBe(200);
		const body = { title: "x", date: "2023-01-01" };
		expect((await stage.api.ask(notes(), { headers, body })).status).toBe(403);
	});
});
