import { ROUTES } from "@footfall/testing/api/access-table";
import { onEachDatabase, onOneDatabase } from "@footfall/testing/api/on-each-database";
import type { PopulatedApi } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";
import { openDatabase } from "../database/open.ts";
import { annotationsOfPeriod } from "./annotations-of-period.ts";

const RELEASE = {
	...{ kind: "deploy", title: "Release", version: "1.4.2", date: "2026-03-01T10:00:00Z" },
	url: "https://ci.example.com/runs/7",
};

interface Created {
	annotationId: number;
	isNew: boolean;
}

const notesOf = ({ site }: PopulatedApi) => `/api/sites/${site.siteId}/annotations`;
const poster = (api: PopulatedApi) => {
	const post = (body: object, headers: Record<string, string> = api.as.admin) =>
		api.ask(notesOf(api), { headers, body });
	return {
		post,
		created: async (body: object) => (await post(body)).body as Created,
		isNew: async (body: object) => ((await post(body)).body as Created).isNew,
		fault: async (body: object) => {
			const { status, body: answer } = await post(body);
			return [status, (answer as { error: string }).error];
		},
	};
};

onEachDatabase("a deployment", (stage) => {
	it("has a version and an address, and is listed with them", async () => {
		const { annotationId, isNew } = await poster(stage.api).created(RELEASE);
		expect(isNew).toBe(true);
		const { body } = await stage.api.ask(notesOf(stage.api), { headers: stage.api.as.member });
		expect(body).toEqual([
			expect.objectContaining({ ...RELEASE, annotationId, date: "2026-03-01T10:00:00.000Z" }),
		]);
	});

	it("that is posted again within a day stays one, whatever the clock of the machine that posts", async () => {
		const { created } = poster(stage.api);
		const first = await created({ ...RELEASE, date: "2026-04-01T10:00:00Z" });
		for (const date of [
			"2026-04-01T10:00:00Z",
			"2026-04-01T10:25:00Z",
			"2026-04-01T09:58:00Z",
			"2026-04-02T09:59:00Z",
		])
			expect(await created({ ...RELEASE, date })).toEqual({
				...{ success: true, annotationId: first.annotationId, isNew: false },
			});
		expect(await created({ ...RELEASE, date: "2026-04-02T10:01:00Z" })).toMatchObject({
			isNew: true,
		});
	});

	it("of an earlier version is new after another one, as a rollback is", async () => {
		const { isNew } = poster(stage.api);
		const at = (minute: number, version: string) => ({
			...{ ...RELEASE, version, date: `2026-05-01T10:${minute}:00Z` },
		});
		expect(await isNew(at(10, "2.0.0"))).toBe(true);
		expect(await isNew(at(20, "2.0.1"))).toBe(true);
		expect(await isNew(at(30, "2.0.0"))).toBe(true);
		expect(await isNew(at(31, "2.0.0"))).toBe(false);
	});

	it("of one site is not that of all sites", async () => {
		const { isNew } = poster(stage.api);
		const body = { ...RELEASE, version: "3.0.0" };
		expect(await isNew(body)).toBe(true);
		expect(await isNew({ ...body, scope: "organization" })).toBe(true);
		expect(await isNew({ ...body, scope: "organization" })).toBe(false);
	});

	it("posted by two at the same time is one", async () => {
		const { created } = poster(stage.api);
		const both = await Promise.all(
			[1, 2, 3, 4].map(() => created({ ...RELEASE, version: "4.0.0" })),
		);
		expect(both.filter(({ isNew }) => isNew)).toHaveLength(1);
		expect(new Set(both.map(({ annotationId }) => annotationId)).size).toBe(1);
	});

	it("or a note with a reference is made once for each reference", async () => {
		const { created } = poster(stage.api);
		const note = { title: "Sale", date: "2026-06-01", reference: "run-77" };
		const first = await created(note);
		expect(first.isNew).toBe(true);
		const again = await created({ ...note, title: "Another title", date: "2026-08-01" });
		expect(again).toEqual({ ...first, isNew: false });
		expect((await created({ ...note, reference: "run-78" })).isNew).toBe(true);
	});

	it("is refused with what to change where it makes no sense", async () => {
		const { fault, created } = poster(stage.api);
		expect(await fault({ ...RELEASE, kind: "note" })).toEqual([
			400,
			'Only a deployment has a version: set kind to "deploy", or leave version out',
		]);
		for (const wrong of [
			{ kind: "release" },
			{ version: "x".repeat(101) },
			{ url: "javascript:alert(1)" },
			{ url: "ci.example.com" },
		])
			expect((await fault({ ...RELEASE, ...wrong }))[0]).toBe(400);
		const { annotationId } = await created({ ...RELEASE, version: "5.0.0" });
		const path = `${notesOf(stage.api)}/${annotationId}`;
		const change = (body: object) =>
			stage.api.ask(path, { method: "PUT", headers: stage.api.as.admin, body });
		expect((await change({ kind: "note" })).status).toBe(400);
		expect((await change({ kind: "note", version: null })).status).toBe(200);
	});
});

onOneDatabase("a key for annotations alone", (stage) => {
	it("posts notes and deployments, also again", async () => {
		const { headers } = await stage.api.keyWith({ annotations: ["write"] }, "personal");
		const { post } = poster(stage.api);
		expect((await post({ title: "From CI", date: "2026-01-01" }, headers)).status).toBe(200);
		expect((await post(RELEASE, headers)).body).toMatchObject({ isNew: true });
		expect((await post(RELEASE, headers)).body).toMatchObject({ isNew: false });
	});

	it("of an organization posts for each of its sites", async () => {
		const { headers } = await stage.api.keyWith({ annotations: ["write"] }, "organization");
		const { post } = poster(stage.api);
		expect((await post({ title: "From CI", date: "2026-01-02" }, headers)).status).toBe(200);
		const wide = { title: "Everywhere", date: "2026-01-02", scope: "organization" };
		expect((await post(wide, headers)).status).toBe(200);
	});

	it("is refused by every other route", async () => {
		const { headers } = await stage.api.keyWith({ annotations: ["write"] }, "personal");
		const others = ROUTES.flatMap(({ scope, routes }) =>
			scope === undefined || scope.startsWith("annotations:") ? [] : routes,
		);
		const { siteId } = stage.api.site;
		for (const route of others) {
			const [method = "", path = ""] = route.split(" ");
			const called = path
				.replace("{site}", String(siteId))
				.replace("{organizationId}", stage.api.organizationId)
				.replaceAll(/\{\w+\}/g, "1");
			const { status } = await stage.api.ask(called, {
				...{ method, headers },
				...(method !== "GET" && { body: {} }),
			});
			expect([route, status]).toEqual([route, 403]);
		}
		expect(others.length).toBeGreaterThan(100);
	});
});

onEachDatabase("the annotations of a period", (stage) => {
	it("are those that overlap its days on its own calendar, for its sites and for all", async () => {
		const { database, close } = await openDatabase(await stage.create(), () => {});
		try {
			await database
				.insertInto("organization")
				.values({ id: "o", name: "Ours", slug: "ours", createdAt: new Date() })
				.execute();
			const add = (title: string, date: string, endDate: string | null = null) =>
				database
					.insertInto("annotation")
					.values({
						...{ title, siteId: null, organizationId: "o", userId: null, isPublic: false },
						...{ date: new Date(date), endDate: endDate === null ? null : new Date(endDate) },
					})
					.execute();
			await add("the day before", "2026-03-01");
			await add("a day", "2026-03-02");
			await add("still yesterday in New York", "2026-03-03T03:00:00Z");
			await add("long", "2026-02-01", "2026-03-02T12:00:00Z");
			await add("later", "2026-03-03T06:00:00Z");
			const found = await annotationsOfPeriod(database, {
				...{ organizationId: "o", siteIds: [], timeZone: "America/New_York" },
				...{ startDate: "2026-03-02", endDate: "2026-03-02" },
			});
			expect(found.map(({ title, day, lastDay }) => [title, day, lastDay])).toEqual([
				["long", "2026-02-01", "2026-03-02"],
				["a day", "2026-03-02", "2026-03-02"],
				["still yesterday in New York", "2026-03-02", "2026-03-02"],
			]);
		} finally {
			await close();
		}
	});
});
