import { AREAS, type Area } from "@footfall/shared/areas";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { type Asked, bearer, OWNER } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";
import { openDatabase } from "../database/open.ts";
import { bootstrap } from "../instance/bootstrap.ts";
import { insertSaved, savedItemsOf, updateSaved } from "./saved-item.ts";

type Who = "admin" | "member" | "owner" | "nobody";

const QUESTION = {
	metrics: ["sessions", "conversion_rate(12)"],
	dimensions: ["utm_campaign", "time:day"],
	compare: "previous",
	filters: ["and", ["is", "country", ["DE", "AT"]], ["not", ["contains", "pathname", ["/intern"]]]],
	order_by: [["sessions", "desc"]],
	limit: 100,
	include: { totals: true },
};
const COUNTRIES = { metrics: ["sessions"], dimensions: ["country"] };
const SAVED = { name: "Campaigns", question: QUESTION, view: "table" };

onEachDatabase("saved questions and boards", (stage) => {
	const site = () => `/api/sites/${stage.api.site.siteId}`;
	const demo = () => `/api/sites/${stage.api.demoSite.siteId}`;
	const as = (who: Who, path: string, asked: Asked = {}) =>
		stage.api.ask(path, { headers: stage.api.as[who], ...asked });
	const saved = async <Made>(who: Who, path: string, body: object): Promise<Made> => {
		const answer = await as(who, path, { body });
		expect([answer.status, answer.body]).toEqual([201, answer.body]);
		return answer.body as Made;
	};
	const question = (body: object = {}, who: Who = "member") =>
		saved<{ questionId: number }>(who, `${site()}/questions`, { ...SAVED, ...body });
	const board = (body: object = {}, who: Who = "member") =>
		saved<{ boardId: number; version: number }>(who, `${site()}/boards`, {
			name: "Shop",
			...body,
		});

	it("a question is saved with its author, without a range, and read back as it was", async () => {
		const { questionId } = await question();
		expect((await as("admin", `${site()}/questions/${questionId}`)).body).toEqual({
			questionId,
			siteId: stage.api.site.siteId,
			organizationId: stage.api.organizationId,
			userId: stage.api.accounts.member.id,
			userName: "member",
			...SAVED,
			version: 1,
			canEdit: true,
			createdAt: expect.any(String),
			updatedAt: expect.any(String),
		});
	});

	it("a board has defaults, and shows the saved questions of its cards", async () => {
		const { questionId } = await question({ name: "By country", question: COUNTRIES });
		const cards = [
			{ kind: "saved", questionId },
			{ kind: "question", title: "Own", question: COUNTRIES, view: "bars" },
			{ kind: "text", text: "What the figures mean" },
		];
		const { boardId } = await board({ cards });
		const path = `${site()}/boards/${boardId}`;
		expect((await as("member", path)).body).toMatchObject({
			columns: 2,
			range: null,
			filters: [],
			cards,
			questions: [{ questionId, name: "By country", question: COUNTRIES, view: "table" }],
		});
		await as("member", `${site()}/questions/${questionId}`, { method: "DELETE" });
		expect((await as("member", path)).body).toMatchObject({ cards, questions: [] });
		const moved = { method: "PUT", body: { cards: [...cards].reverse() } };
		expect((await as("member", path, moved)).status).toBe(200);
	});

	it("are edited by their author and by administrators", async () => {
		const { boardId } = await board({}, "admin");
		const path = `${site()}/boards/${boardId}`;
		const change = { method: "PUT", body: { name: "Changed" } };
		expect((await as("member", path, change)).status).toBe(403);
		expect((await as("member", path, { method: "DELETE" })).status).toBe(403);
		expect((await as("member", `${path}/versions/1/restore`, { body: {} })).status).toBe(403);
		expect((await as("owner", path, change)).body).toMatchObject({ name: "Changed", version: 2 });
		expect((await as("member", path)).body).toMatchObject({ name: "Changed", canEdit: false });
		expect((await as("owner", path, { method: "DELETE" })).body).toEqual({ success: true });
		expect((await as("owner", path)).status).toBe(404);
	});

	it("keep the last 20 versions with their authors, and restore one as the newest", async () => {
		const { boardId } = await board({ name: "Version 1", columns: 1 });
		const path = `${site()}/boards/${boardId}`;
		for (let version = 2; version <= 22; version++)
			await as(version === 22 ? "admin" : "member", path, {
				method: "PUT",
				body: { name: `Version ${version}`, columns: 3 },
			});
		const versions = async () =>
			(await as("member", `${path}/versions`)).body as { version: number; isCurrent: boolean }[];
		const kept = await versions();
		expect(kept.map(({ version }) => version)).toEqual(
			Array.from({ length: 20 }, (_, index) => 22 - index),
		);
		expect(kept[0]).toEqual({
			version: 22,
			name: "Version 22",
			userId: stage.api.accounts.admin.id,
			userName: "admin",
			savedAt: expect.any(String),
			isCurrent: true,
		});
		expect((await as("member", `${path}/versions/2/restore`, { body: {} })).status).toBe(404);
		const restored = await as("member", `${path}/versions/3/restore`, { body: {} });
		expect(restored.body).toMatchObject({ name: "Version 3", version: 23 });
		expect((await versions())[0]).toMatchObject({ version: 23, isCurrent: true });
	});

	it("take back an answer that was read before, with its changes", async () => {
		const { boardId } = await board();
		const path = `${site()}/boards/${boardId}`;
		const { body } = await as("member", path);
		const changed = { ...(body as object), name: "Sent back" };
		expect((await as("member", path, { method: "PUT", body: changed })).body).toMatchObject({
			name: "Sent back",
			version: 2,
		});
	});

	it("of a whole organization are made by administrators and apply to all its sites", async () => {
		const wide = { scope: "organization" };
		expect((await as("member", `${site()}/boards`, { body: { name: "x", ...wide } })).status).toBe(
			403,
		);
		const own = await question({ name: "Of one site" });
		const cards = [{ kind: "saved", questionId: own.questionId }];
		const refused = await as("admin", `${site()}/boards`, { body: { name: "x", cards, ...wide } });
		expect([refused.status, refused.body]).toEqual([
			400,
			expect.objectContaining({
				error: `cards.0: the saved question ${own.questionId} belongs to one site, and the board to the whole organization: save the question for the organization first`,
			}),
		]);
		const { boardId } = await board({ name: "Everywhere", ...wide }, "admin");
		expect((await as("member", `${demo()}/boards/${boardId}`)).body).toMatchObject({
			siteId: null,
			canEdit: false,
		});
		await as("admin", `${site()}/boards/${boardId}`, { method: "DELETE" });
	});

	it("cannot be reached through another site, and answer as unknown ones", async () => {
		const { questionId } = await question();
		const { boardId } = await board();
		for (const path of [`${demo()}/questions/${questionId}`, `${demo()}/boards/${boardId}`])
			for (const asked of [{}, { method: "DELETE" }, { method: "PUT", body: {} }])
				expect((await as("owner", path, asked)).status).toBe(404);
		expect((await as("owner", `${site()}/boards/${questionId}`)).status).toBe(404);
	});

	it("are shown to visitors without authors and without the site's user ids", async () => {
		const person = ["is", "user_id", ["ada@example.com"]];
		const filters = ["or", person, ["contains", "user_id", ["@example.com"]]];
		await saved("admin", `${demo()}/questions`, {
			...{ name: "Of a person", view: "number" },
			question: { metrics: ["pageviews"], filters },
		});
		await saved("admin", `${demo()}/boards`, {
			name: "Of people",
			filters: [{ parameter: "user_id", type: "equals", value: ["ada@example.com"] }],
			cards: [
				{ kind: "question", title: "P", view: "number", question: { metrics: ["users"], filters } },
			],
		});
		for (const kind of ["questions", "boards"]) {
			const { status, body } = await as("nobody", `${demo()}/${kind}`);
			expect([status, body]).toEqual([
				200,
				[expect.objectContaining({ userId: null, userName: null, canEdit: false })],
			]);
			expect(JSON.stringify(body)).not.toContain("example.com");
			expect(JSON.stringify(body)).toMatch(/user-[0-9a-f]{16}/);
			expect((await as("nobody", `${site()}/${kind}`)).status).toBe(401);
		}
	});

	it("of a limited private link are those whose every question it shows", async () => {
		await saved("admin", `${site()}/boards`, {
			name: "Link: pages",
			cards: [
				{
					kind: "question",
					title: "P",
					view: "table",
					question: { ...COUNTRIES, dimensions: ["pathname"] },
				},
			],
		});
		await saved("admin", `${site()}/boards`, {
			name: "Link: places",
			cards: [{ kind: "question", title: "C", view: "table", question: COUNTRIES }],
		});
		await saved("admin", `${site()}/boards`, {
			name: "Link: filtered",
			filters: [{ parameter: "country", type: "equals", value: ["DE"] }],
		});
		const made = await as("owner", `${site()}/private-link-config`, {
			body: { action: "generate_private_link_key" },
		});
		const { data } = made.body as { data: { privateLinkKey: string } };
		const shown = async (areas: readonly Area[] | null) => {
			const limit = { method: "PUT", body: { areas } };
			await as("owner", `${site()}/private-link-config/areas`, limit);
			const { body } = await stage.api.ask(`${site()}/boards`, {
				headers: { "x-private-key": data.privateLinkKey },
			});
			return (body as { name: string }[])
				.map(({ name }) => name)
				.filter((name) => name.startsWith("Link: "));
		};
		expect(await shown(null)).toEqual(["Link: filtered", "Link: pages", "Link: places"]);
		expect(await shown(["overview", "pages"])).toEqual(["Link: pages"]);
		expect(await shown(["overview", "places"])).toEqual(["Link: filtered", "Link: places"]);
		expect(await shown(AREAS.filter((area) => area !== "overview"))).toEqual(["Link: filtered"]);
	});

	it("lose their author with the author's account, and go with their site", async () => {
		const { database, close } = await openDatabase(await stage.create(), () => {});
		const first = await bootstrap(database, OWNER);
		if (!first) throw new Error("The database of a test was not empty");
		const { id: userId } = await database.selectFrom("user").select("id").executeTakeFirstOrThrow();
		const { siteId, organizationId } = first.site;
		const id = await insertSaved(database, {
			...{ kind: "board", name: "Left behind", content: {}, userId, siteId, organizationId },
		});
		await updateSaved(database, id, { name: "Left behind", content: {}, userId, siteId });
		// An owner of sites cannot be deleted with them.
		await database.updateTable("site").set({ createdBy: "" }).execute();
		await database.deleteFrom("user").where("id", "=", userId).execute();
		expect(await savedItemsOf(database, "board", first.site)).toEqual([
			expect.objectContaining({ id, userId: null, userName: null, version: 2 }),
		]);
		const versions = () =>
			database
				.selectFrom("saved_item_version")
				.select(["version", "userId"])
				.orderBy("version")
				.execute();
		expect(await versions()).toEqual([
			{ version: 1, userId: null },
			{ version: 2, userId: null },
		]);
		await database.deleteFrom("site").where("siteId", "=", siteId).execute();
		expect([await savedItemsOf(database, "board", first.site), await versions()]).toEqual([[], []]);
		await close();
	});

	it("are refused to keys without the scope, and to keys that could not ask the same", async () => {
		const reader = bearer((await stage.api.keyWith({ dashboards: ["read"] }, "personal")).key);
		const writer = bearer((await stage.api.keyWith({ dashboards: ["write"] }, "personal")).key);
		const answered = async (headers: Record<string, string>, body?: object) =>
			(await stage.api.ask(`${site()}/questions`, { headers, ...(body && { body }) })).status;
		expect(await answered(reader)).toBe(200);
		expect(await answered(reader, SAVED)).toBe(403);
		expect(await answered(writer, { ...SAVED, question: COUNTRIES })).toBe(201);
		// Conversions need goals:read.
		expect(await answered(writer, SAVED)).toBe(403);
		const people = { ...SAVED, question: { metrics: ["sessions"], dimensions: ["user_id"] } };
		expect(await answered(writer, people)).toBe(403);
	});

	it.each([
		[{ metrics: [] }, "Name at least one metric"],
		[{ metrics: ["visits"] }, "visits"],
		[{ metrics: ["conversions"] }, "conversions needs an argument: the id of a goal"],
		[{ metrics: ["lcp:p12"] }, "p12"],
		[{ dimensions: ["shoe_size"] }, "shoe_size"],
		[{ dimensions: ["time:decade"] }, "time:decade"],
		[{ dimensions: ["country", "region", "city", "browser"] }, "<=3"],
		[{ filters: ["like", "country", ["DE"]] }, "like"],
		[{ filters: ["is", "shoe_size", ["44"]] }, "shoe_size"],
		[{ filters: ["is", "country", "DE"] }, "value must be an array"],
		[{ filters: ["not", ["is_set", "country"], ["is_set", "city"]] }, "not takes one condition"],
		[{ filters: ["and"] }, "and needs a condition"],
		[{ limit: 20_000 }, "10000"],
		[{ range: { start_date: "2026-01-01" } }, "range"],
	])("a question is refused for %j, naming %s", async (part, text) => {
		const body = { ...SAVED, question: { ...COUNTRIES, ...part } };
		const alone = await as("member", `${site()}/questions`, { body });
		expect([alone.status, JSON.stringify(alone.body)]).toEqual([
			400,
			expect.stringContaining(text),
		]);
		const card = { kind: "question", title: "C", view: "table", question: body.question };
		const onBoard = await as("member", `${site()}/boards`, { body: { name: "B", cards: [card] } });
		expect([onBoard.status, JSON.stringify(onBoard.body)]).toEqual([
			400,
			expect.stringContaining(text),
		]);
	});

	it.each([
		[{ columns: 4 }, "columns", "3"],
		[{ range: "someday" }, "range", '"someday" is not a range'],
		[{ cards: [{ kind: "picture" }] }, "cards.0.kind", "Invalid"],
		[{ cards: [{ kind: "text", text: " " }] }, "cards.0.text", "1"],
		[{ name: "" }, "name", "1"],
	])("a board is refused for %j, naming %s", async (part, field, text) => {
		const answer = await as("member", `${site()}/boards`, { body: { name: "B", ...part } });
		expect([answer.status, answer.body]).toEqual([
			400,
			expect.objectContaining({
				details: [{ path: field, message: expect.stringContaining(text) }],
			}),
		]);
	});

	it("a board is refused for a saved question that the site does not have, and for unknown fields", async () => {
		const cards = [{ kind: "saved", questionId: 99_999_999 }];
		const unknown = await as("member", `${site()}/boards`, { body: { name: "B", cards } });
		expect([unknown.status, unknown.body]).toEqual([
			400,
			expect.objectContaining({
				error: expect.stringContaining("there is no saved question 99999999 on this site"),
			}),
		]);
		const misspelt = { name: "B", colums: 2 };
		const answer = await as("member", `${site()}/boards`, { body: misspelt });
		expect([answer.status, JSON.stringify(answer.body)]).toEqual([
			400,
			expect.stringContaining("colums"),
		]);
	});
});
