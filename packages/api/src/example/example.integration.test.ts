import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

interface Progress {
	state: string;
	site: string | null;
	percent: number;
	events: number;
	failure: string | null;
}

const createAsks = (api: PopulatedApi) => {
	const path = (organization = api.organization) => `${organization}/example-site`;
	const begin = (headers: Record<string, string> = api.as.admin, organization?: string) =>
		api.ask(path(organization), { method: "POST", headers });
	const progress = async (headers: Record<string, string> = api.as.member, organization?: string) =>
		((await api.ask(path(organization), { headers })).body as { data: Progress }).data;
	const settled = (organization?: string, headers?: Record<string, string>) =>
		vi.waitFor(
			async () => {
				const found = await progress(headers, organization);
				expect(found.state).not.toBe("filling");
				return found;
			},
			{ timeout: 200_000, interval: 100 },
		);
	return { begin, progress, settled };
};

const NONE = { state: "none", site: null, percent: 0, events: 0, failure: null };

describe("an example site", () => {
	let stage: Awaited<ReturnType<typeof startWithEvents<PopulatedApi>>>;
	let asks: ReturnType<typeof createAsks>;
	beforeAll(async () => {
		stage = await startWithEvents(startPopulatedApi);
		asks = createAsks(stage.api);
	});
	afterAll(() => stage.close());

	it("is filled in the background, one at a time, and reports its progress", async () => {
		expect(await asks.progress()).toEqual(NONE);
		const stranger = stage.api.as.stranger;
		const created = await stage.api.ask("/api/auth/organization/create", {
			headers: stranger,
			body: { name: "Elsewhere", slug: "elsewhere" },
		});
		const elsewhere = `/api/organizations/${(created.body as { id: string }).id}`;

		const begun = await asks.begin();
		expect([begun.status, begun.body]).toEqual([
			201,
			{ data: { ...NONE, state: "filling", site: expect.stringMatching(/^[0-9a-f]{12}$/) } },
		]);
		const again = await asks.begin();
		expect([again.status, again.body]).toMatchObject([
			409,
			{ message: "The example site of this organization is already being filled" },
		]);
		const other = await asks.begin(stranger, elsewhere);
		expect([other.status, other.headers.get("retry-after")]).toEqual([429, "10"]);

		const filled = await asks.settled();
		expect(filled).toMatchObject({ state: "ready", percent: 100, failure: null });
		expect(filled.events).toBeGreaterThan(20_000);
		expect((await asks.begin()).body).toMatchObject({
			message: "This organization already has an example site",
			site: filled.site,
		});
	});

	it("has data for every report: visits until now, goals, funnels, segments, recordings and more", async () => {
		const { site } = await asks.progress();
		const ask = async (path: string) =>
			(await stage.api.ask(`/api/sites/${site}${path}`, { headers: stage.api.as.member })).body;
		expect(await ask("")).toMatchObject({ name: "Example", webVitals: true, trackErrors: true });
		const { data } = (await ask("/overview?past_minutes_start=1440&past_minutes_end=0")) as {
			data: { sessions: number };
		};
		expect(data.sessions).toBeGreaterThan(50);
		const { count } = (await ask("/live-user-count")) as { count: number };
		expect(count).toBeGreaterThan(0);
		for (const list of ["goals", "funnels", "segments"])
			expect([list, JSON.stringify(await ask(`/${list}`))]).toEqual([
				list,
				expect.stringContaining('"name"'),
			]);
		const days = "past_minutes_start=40320&past_minutes_end=0&limit=3";
		for (const parameter of ["asn_org", "device_model", "app_version", "tag"])
			expect([
				parameter,
				JSON.stringify(await ask(`/metric?parameter=${parameter}&${days}`)),
			]).toEqual([parameter, expect.stringContaining('"value":"')]);
		const { data: downloads } = (await ask(`/events/properties?event_name=download&${days}`)) as {
			data: object[];
		};
		expect(downloads.length).toBeGreaterThan(0);
		const { data: recordings } = (await ask(`/session-replay/list?${days}`)) as { data: object[] };
		expect(recordings).toHaveLength(3);
	});

	it("can be deleted like any other, and recreated", async () => {
		const { site } = await asks.progress();
		await stage.api.ask(`/api/sites/${site}`, { method: "DELETE", headers: stage.api.as.owner });
		expect(await asks.progress()).toEqual(NONE);
		expect((await asks.begin()).status).toBe(201);
		expect(await asks.settled()).toMatchObject({ state: "ready" });
	});
});

let fault: Error | undefined;
const store = {
	query: async () => [],
	command: async () => {},
	insert: async () => {
		if (fault) throw fault;
	},
};

onEachDatabase(
	"an example site that cannot be filled",
	(stage) => {
		const asks = () => createAsks(stage.api);
		it.each([
			[new Error("write failed: No space left on device"), "disk-full"],
			[new Error("anything else"), "failed"],
		])("is removed on failure, and reports why: %s", async (error, failure) => {
			fault = error;
			expect((await asks().begin()).status).toBe(201);
			expect(await asks().settled()).toEqual({ ...NONE, state: "failed", failure });
			const { body } = await stage.api.ask(`${stage.api.organization}/sites`, {
				headers: stage.api.as.owner,
			});
			expect(JSON.stringify(body)).not.toContain("example.localhost");
		});

		it("can be retried", async () => {
			fault = undefined;
			expect((await asks().begin()).status).toBe(201);
			expect(await asks().settled()).toMatchObject({ state: "ready" });
		});
	},
	{ store },
);
