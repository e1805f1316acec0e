import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { bearer, INTERNAL_TOKEN } from "@footfall/testing/api/test-api";
import { eventually } from "@footfall/testing/eventually";
import { expect, it } from "vitest";
import { ADMIN_PATH } from "../constants/internal-paths.ts";

type Line = { kind: string } & Record<string, unknown>;

const GOALS = [
	{ name: "Signed up", goalType: "event", config: { eventName: "signup" } },
	{
		name: null,
		goalType: "event",
		config: { eventName: "paid", propertyFilters: [{ key: "plan", value: "pro" }] },
	},
];
const FUNNEL = {
	name: "To an account",
	steps: [
		{ type: "page", value: "/" },
		{ type: "event", value: "signup", name: "Done" },
	],
};
const SEGMENT = {
	name: "On phones",
	description: "Small ones",
	filters: [{ parameter: "device_type", type: "equals", value: ["Mobile"] }],
	isPublic: true,
	scope: "organization",
};
const QUESTION = {
	name: "By country",
	question: { metrics: ["sessions"], dimensions: ["country"] },
	view: "bars",
};
const NOTE = {
	...{ title: "Launch", date: "2025-03-03T10:00:00.000Z", color: "rose", icon: "🚀" },
	...{ kind: "deploy", version: "1.4.2", url: "https://ci.example.com/runs/7" },
};
const SETTINGS = { public: true, excludedPaths: ["/admin/**"], webVitals: true, tags: ["shop"] };

onEachDatabase("the import of an exported site's definitions", (stage) => {
	const asOwner = async <Body>(path: string, method = "GET", body?: object) => {
		const answer = await stage.api.ask(path, { method, headers: stage.api.as.owner, body });
		expect([answer.status < 300, answer.body]).toEqual([true, answer.body]);
		return answer.body as Body;
	};
	let sites = 0;
	const newSite = async () => {
		const site = { name: "A shop", domain: `shop-${++sites}.example` };
		const made = await asOwner<{ siteId: number }>(`${stage.api.organization}/sites`, "POST", site);
		return made.siteId;
	};
	const definedSite = async () => {
		const site = await newSite();
		const path = `/api/sites/${site}`;
		for (const goal of GOALS) await asOwner(`${path}/goals`, "POST", goal);
		await asOwner(`${path}/funnels`, "POST", FUNNEL);
		await asOwner(`${path}/segments`, "POST", SEGMENT);
		await asOwner(`${path}/annotations`, "POST", NOTE);
		const { questionId } = await asOwner<{ questionId: number }>(
			`${path}/questions`,
			"POST",
			QUESTION,
		);
		const cards = [
			{ kind: "saved", questionId },
			{ kind: "text", text: "Read this" },
		];
		await asOwner(`${path}/boards`, "POST", { name: "Places", cards, range: "28d" });
		await asOwner(`${path}/config`, "PUT", SETTINGS);
		return site;
	};
	const exported = async (site: number): Promise<Line[]> => {
		const { body } = await stage.api.ask(ADMIN_PATH, {
			headers: bearer(INTERNAL_TOKEN),
			body: { parameters: ["export-site", "--site", String(site)] },
		});
		const lines = String(body).trimEnd().split("\n");
		return lines.map((line) => JSON.parse(line) as Line);
	};
	/** The final state that an import reports. */
	const imported = async (site: number, events: readonly object[]) => {
		const path = `/api/sites/${site}/imports`;
		const begun = await asOwner<{ data: { importId: string } }>(path, "POST", {
			platform: "footfall",
		});
		const { importId } = begun.data;
		const batch = { events, isLastBatch: true };
		await asOwner(`${path}/${importId}/events`, "POST", batch);
		const { data } = await eventually(
			() => asOwner<{ data: Record<string, unknown>[] }>(path),
			({ data: [newest] }) => newest?.["completedAt"] !== null,
		);
		const { definitions, skipped, invalid } =
			data.find((one) => one["importId"] === importId) ?? {};
		return { definitions, skipped, invalid };
	};
	/** Without numbers and owners. */
	const definitionsIn = (lines: readonly Line[]) =>
		lines
			.filter(({ kind }) => kind !== "site")
			.map(({ id, siteId, goalId, segmentId, annotationId, userId, ...content }) => content);
	const definitionsOf = async (site: number) => definitionsIn(await exported(site));
	const settingsOf = async (site: number) =>
		(await asOwner<{ config: object }>(`/api/sites/${site}/config`)).config;

	it("restores all definitions to an empty site, except who may see it", async () => {
		const from = await definedSite();
		// A segment of the whole organization already applies everywhere.
		const [segment] = await asOwner<{ segmentId: number }[]>(`/api/sites/${from}/segments`);
		const lines = await exported(from);
		await asOwner(`/api/sites/${from}/segments/${segment?.segmentId}`, "DELETE");
		const to = await newSite();
		expect(await imported(to, lines)).toEqual({
			definitions: {
				...{ goals: 2, funnels: 1, segments: 1, annotations: 1, settings: 3 },
				...{ questions: 1, boards: 1 },
			},
			skipped: { 'the setting "public", because the site has its own': 1 },
			invalid: {},
		});
		expect(await definitionsOf(to)).toEqual(definitionsIn(lines));
		expect(await settingsOf(to)).toMatchObject({ ...SETTINGS, public: false });
	});

	it("creates no definition twice, however often it is sent", async () => {
		const from = await definedSite();
		const lines = await exported(from);
		const alike = lines.find(({ kind }) => kind === "goal") ?? {};
		const to = await newSite();
		expect((await imported(to, [...lines, alike])).definitions).toMatchObject({ goals: 3 });
		const before = await definitionsOf(to);
		expect(await imported(to, [...lines, alike])).toEqual({
			definitions: {},
			skipped: {
				"goals that the site already has": 3,
				"funnels that the site already has": 1,
				"segments that the site already has": 1,
				"annotations that the site already has": 1,
				"questions that the site already has": 1,
				"boards that the site already has": 1,
				'the setting "public", because the site has its own': 1,
			},
			invalid: {},
		});
		expect(await definitionsOf(to)).toEqual(before);
		expect((await imported(from, lines)).definitions).toEqual({});
	});

	it("keeps the site's own definition of a name in use, and reports the skipped one", async () => {
		const lines = await exported(await definedSite());
		const to = await newSite();
		const own = { name: "Signed up", goalType: "path", config: { pathPattern: "/welcome" } };
		await asOwner(`/api/sites/${to}/goals`, "POST", own);
		await asOwner(`/api/sites/${to}/annotations`, "POST", { ...NOTE, color: "sky" });
		await asOwner(`/api/sites/${to}/config`, "PUT", { excludedPaths: ["/intern"] });
		const { definitions, skipped } = await imported(to, lines);
		expect(definitions).toEqual({ goals: 1, funnels: 1, questions: 1, boards: 1, settings: 2 });
		expect(skipped).toMatchObject({
			'the goal "Signed up", because the site has its own': 1,
			'the annotation "Launch, 2025-03-03", because the site has its own': 1,
			'the setting "excludedPaths", because the site has its own': 1,
		});
		expect(await settingsOf(to)).toMatchObject({ excludedPaths: ["/intern"], tags: ["shop"] });
	});

	it("refuses an invalid definition with the reason, and stores nothing of it", async () => {
		const to = await newSite();
		const before = await definitionsOf(to);
		const lines = [
			{ kind: "goal", name: "Nowhere", goalType: "path", config: {} },
			{ kind: "funnel", name: "Short", steps: [{ type: "page", value: "/" }] },
			{
				kind: "segment",
				name: "Odd",
				filters: [{ parameter: "shoe_size", type: "equals", value: ["44"] }],
			},
			{ ...NOTE, kind: "annotation", annotationKind: "deploy", endDate: "2024-01-01" },
			{ kind: "question", name: "Odd", view: "table", question: { metrics: ["visits"] } },
			{ kind: "board", name: "Odd", cards: [{ kind: "saved", questionId: 1 }] },
			{ kind: "site", excludedIPs: ["somewhere"] },
			{ kind: "wish" },
		];
		expect(await imported(to, lines)).toEqual({
			definitions: {},
			skipped: {},
			invalid: {
				"goals that are invalid: config.pathPattern: A path goal needs a pathPattern": 1,
				"funnels that are invalid: steps: At least 2 steps are required for a funnel": 1,
				"segments that are invalid: Invalid filters": 1,
				"annotations that are invalid: endDate must be after date": 1,
				'questions that are invalid: Unknown metric "visits": see /api/openapi.json for valid names': 1,
				"boards that are invalid: cards with a questionId belong to another site": 1,
				"settings that are invalid: Invalid IP patterns": 1,
				"unknown kind": 1,
			},
		});
		expect(await definitionsOf(to)).toEqual(before);
	});
});
