import type { EventStore } from "@footfall/store";
import { ROUTES } from "@footfall/testing/api/access-table";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { textsOf } from "@footfall/testing/api/texts-of-pdf";
import { NEEDED_PARAMETERS, reportPathOf } from "@footfall/testing/model/needed-parameters";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ANNA = "anna@example.com";
const ZOE = "zoe@example.com";
const DEVICE = "00000000000000aa";
/** What only members may see of people. */
const PERSONAL = [ANNA, ZOE, "example.com", "Anna Example", "203.0.113.7"];
const PSEUDONYM = /^user-[0-9a-f]{16}$/;

const ago = (minutes: number) =>
	new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 23).replace("T", " ");

let store: EventStore;
let api: PopulatedApi;
let close: () => Promise<void>;
let site: string;
let goalId: number;
let segmentId: number;
let questionId: number;
let boardId: number;
/** Headers of a holder of the site's private link. */
let link: Record<string, string>;

const read = async (path: string, headers = link) => {
	const { status, body } = await api.ask(`${site}${path}`, { headers });
	return { status, body: body as { data: Record<string, unknown>[]; totalCount: number } };
};
const filtersOf = (type: string, ...value: string[]) =>
	`filters=${encodeURIComponent(JSON.stringify([{ parameter: "user_id", type, value }]))}`;
const sessionsOf = async (question: string, headers = link) =>
	(await read(`/sessions?${question}`, headers)).body.data
		.map(({ session_id }) => session_id)
		.sort();

/** What visitors see of the two identified people, the one with more sessions first. */
const people = async () => {
	const { body } = await read("/users?sort_by=sessions&identified_only=true");
	return body.data.map(({ identified_user_id }) => String(identified_user_id));
};

beforeAll(async () => {
	({ api, store, close } = await startWithEvents(startPopulatedApi));
	site = `/api/sites/${api.site.siteId}`;
	const number = api.site.siteId;
	const columns = ["site_id", "timestamp", "type", "session_id", "user_id", "identified_user_id"];
	await store.insert(
		"events",
		[...columns, "event_name", "pathname", "ip", "properties", "event_id"],
		[
			[number, ago(9), "pageview", 1, 0xaa, ANNA, "", "/", "203.0.113.7", "", "1"],
			[number, ago(8), "custom_event", 1, 0xaa, ANNA, "signup", "/", null, '{"plan":"pro"}', "2"],
			[number, ago(7), "error", 1, 0xaa, ANNA, "E", "/", null, '{"message":"it broke"}', "3"],
			[number, ago(6), "pageview", 2, 0xab, ANNA, "", "/a", null, "", "4"],
			[number, ago(5), "pageview", 3, 0xbb, ZOE, "", "/a", null, "", "5"],
			[number, ago(4), "pageview", 4, 0xcc, "", "", "/", null, "", "6"],
		],
	);
	const headers = api.as.owner;
	await api.ask(`${site}/users/identify`, {
		headers,
		body: { anonymous_id: DEVICE, user_id: ANNA, traits: { name: "Anna Example", email: ANNA } },
	});
	const keyed = await api.ask(`${site}/private-link-config`, {
		headers,
		body: { action: "generate_private_link_key" },
	});
	const { data } = keyed.body as { data: { privateLinkKey: string } };
	link = { "x-private-key": data.privateLinkKey };
	const goal = { goalType: "event", config: { eventName: "signup" } };
	({ goalId } = (await api.ask(`${site}/goals`, { headers, body: goal })).body as {
		goalId: number;
	});
	const filters = [
		{ parameter: "user_id", type: "equals", value: [ANNA] },
		{ parameter: "user_id", type: "contains", value: ["@example.com"] },
	];
	const segment = { name: "Of one user", isPublic: true, filters };
	({ segmentId } = (await api.ask(`${site}/segments`, { headers, body: segment })).body as {
		segmentId: number;
	});
	const question = { metrics: ["sessions"], filters: ["not", ["is", "user_id", [ANNA]]] };
	const save = async <Saved>(path: string, body: object) =>
		(await api.ask(`${site}${path}`, { headers, body })).body as Saved;
	({ questionId } = await save<{ questionId: number }>("/questions", {
		...{ name: "Of one user", question, view: "table" },
	}));
	({ boardId } = await save<{ boardId: number }>("/boards", {
		...{ name: "Of one user", filters, cards: [{ kind: "saved", questionId }] },
	}));
});
afterAll(() => close());

describe("visitors", () => {
	const paths = ROUTES.filter(({ policy }) => policy === "Visitors").flatMap(({ routes }) =>
		routes
			.filter((path) => path.startsWith("GET "))
			.map((path) => path.slice("GET ".length))
			// A stream does not end; it has tests of its own.
			.filter((path) => !path.endsWith("/live")),
	);

	it.each(paths)("do not learn who people are from %s", async (path) => {
		const [user = ""] = await people();
		const rest = path.slice("/api/sites/{site}".length);
		const needed = NEEDED_PARAMETERS[rest] ?? NEEDED_PARAMETERS[reportPathOf(rest)] ?? {};
		const inPath = {
			...{ userId: user, sessionId: "0000000000000001" },
			...{ goalId, segmentId, questionId, boardId },
		};
		const filled = Object.entries(inPath).reduce(
			(text, [name, value]) => text.replace(`{${name}}`, String(value)),
			rest,
		);
		const today = new Date().toISOString().slice(0, 10);
		const range = { start_date: "2026-01-01", end_date: today };
		const parameters = new URLSearchParams({
			...needed,
			...(["/export/pdf", "/changes"].includes(rest) ? range : {}),
			...(rest.endsWith("/metric") ? { parameter: "user_id" } : {}),
			...(rest.endsWith("/session-count") ? { user_id: user } : {}),
			segment_id: String(segmentId),
		});
		const answer = await fetch(`${api.origin}${site}${filled}?${parameters}`, { headers: link });
		expect(answer.status).toBe(200);
		const bytes = Buffer.from(await answer.arrayBuffer());
		const text = rest === "/export/pdf" ? textsOf(bytes) : bytes.toString();
		expect(text.length).toBeGreaterThan(0);
		for (const secret of PERSONAL) expect(text).not.toContain(secret);
	});

	it("see each person under the same pseudonym in every report", async () => {
		const [anna = "", zoe = ""] = await people();
		expect(anna).toMatch(PSEUDONYM);
		expect(zoe).toMatch(PSEUDONYM);
		const { body } = await read(`/users/${anna}`);
		expect(body.data).toMatchObject({
			identified_user_id: anna,
			effective_user_id: anna,
			traits: null,
			ip: null,
			linked_devices: [{ anonymous_id: DEVICE }],
			sessions: 2,
		});
		expect((await read(`/users/${DEVICE}`)).body.data).toEqual(body.data);
		const ofAnna = ["0000000000000001", "0000000000000002"];
		expect(await sessionsOf(`user_id=${anna}`)).toEqual(ofAnna);
		expect(await sessionsOf(filtersOf("equals", anna))).toEqual(ofAnna);
		expect(await sessionsOf(filtersOf("equals", anna, zoe))).toHaveLength(3);
		expect(await sessionsOf(filtersOf("not_equals", anna))).toHaveLength(2);
		expect(await sessionsOf(filtersOf("starts_with", anna.slice(0, 12)))).toEqual(ofAnna);
		expect(await sessionsOf(filtersOf("regex", "^user-"))).toHaveLength(3);
		expect(await sessionsOf(filtersOf("is_null"))).toEqual(["0000000000000004"]);
		expect((await read(`/users/${anna}/sessions`)).body.data).toHaveLength(2);
		expect((await read(`/users/session-count?user_id=${anna}`)).body.data).not.toEqual([]);
		const found = await read(`/users?search_field=user_id&search=${anna.slice(8)}`);
		expect(found.body.data).toMatchObject([{ effective_user_id: anna }]);
		const { body: events } = await read("/events");
		expect(new Set(events.data.map(({ identified_user_id }) => identified_user_id))).toEqual(
			new Set(["", anna, zoe]),
		);
		const metric = await read("/metric?parameter=user_id");
		expect(metric.body.data).toMatchObject({
			data: [{ value: anna, count: 2 }, { count: 1 }, { count: 1 }],
		});
	});

	it("cannot find out who somebody is by guessing", async () => {
		const nobody = "nobody@example.com";
		for (const guess of [ANNA, nobody]) {
			expect(await sessionsOf(`user_id=${guess}`)).toEqual([]);
			expect(await sessionsOf(filtersOf("equals", guess))).toEqual([]);
			expect(await sessionsOf(filtersOf("not_equals", guess))).toHaveLength(4);
			expect(await sessionsOf(`segment_id=${segmentId}&${filtersOf("equals", guess)}`)).toEqual([]);
			expect((await read(`/users/${guess}`)).status).toBe(404);
			expect((await read(`/users/${guess}/sessions`)).body.data).toEqual([]);
			expect((await read(`/users/session-count?user_id=${guess}`)).body.data).toEqual([]);
		}
		for (const [type, part] of [
			["contains", "anna"],
			["starts_with", "anna"],
			["ends_with", ".com"],
			["regex", "@"],
		] as const)
			expect(await sessionsOf(filtersOf(type, part))).toEqual([]);
		for (const field of ["username", "name", "email", "user_id"])
			expect(await read(`/users?search_field=${field}&search=anna`)).toMatchObject({
				status: 200,
				body: { totalCount: 0 },
			});
	});

	it("see equally ranked people in order of their pseudonyms", async () => {
		const numbered = 30;
		await store.insert(
			"events",
			["site_id", "timestamp", "type", "session_id", "user_id", "identified_user_id"],
			Array.from({ length: numbered }, (_, index) => [
				api.demoSite.siteId,
				ago(1),
				"pageview",
				index,
				index,
				`user ${String(index).padStart(2, "0")}`,
			]),
		);
		const elsewhere = `/api/sites/${api.demoSite.siteId}`;
		await api.ask(`${elsewhere}/config`, {
			method: "PUT",
			headers: api.as.owner,
			body: { public: true },
		});
		const { body: list } = await api.ask(`${elsewhere}/users?sort_by=events`);
		const names = (list as { data: { identified_user_id: string }[] }).data.map(
			({ identified_user_id }) => identified_user_id,
		);
		expect(names).toHaveLength(numbered);
		expect(names).toEqual([...names].sort());
	});

	it("recognise nobody from one site on another", async () => {
		const [anna] = await people();
		await store.insert(
			"events",
			["site_id", "timestamp", "type", "session_id", "user_id", "identified_user_id"],
			[[api.demoSite.siteId, ago(1), "pageview", 99, 99, ANNA]],
		);
		const answer = await api.ask(
			`/api/sites/${api.demoSite.siteId}/sessions?session_id=0000000000000063`,
		);
		const [session] = (answer.body as { data: { identified_user_id: string }[] }).data;
		expect(session?.identified_user_id).toMatch(PSEUDONYM);
		expect(session?.identified_user_id).not.toBe(anna);
	});

	it("can use a public segment as saved, without seeing the user ids in it", async () => {
		const [anna = ""] = await people();
		const { body } = await read(`/segments/${segmentId}`);
		const shown = [
			{ parameter: "user_id", type: "equals", value: [anna] },
			{ parameter: "user_id", type: "contains", value: ["hidden"] },
		];
		expect(body).toMatchObject({ filters: shown });
		const ofAnna = ["0000000000000001", "0000000000000002"];
		expect(await sessionsOf(`segment_id=${segmentId}`)).toEqual(ofAnna);
		const both = `filters=${encodeURIComponent(JSON.stringify(shown))}`;
		expect(await sessionsOf(`segment_id=${segmentId}&${both}`)).toEqual(ofAnna);
	});

	it("see less than members", async () => {
		const { body } = await read("/sessions", api.as.member);
		expect(body.data).toContainEqual(
			expect.objectContaining({
				identified_user_id: ANNA,
				traits: { name: "Anna Example", email: ANNA },
				ip: "203.0.113.7",
			}),
		);
		expect(await sessionsOf(filtersOf("contains", "anna"), api.as.member)).toHaveLength(2);
	});
});
