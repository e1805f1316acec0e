import {
	DROP_REASONS,
	OUTCOME_SLOT_MS,
	OUTCOMES_PATH,
	type OutcomeReport,
	REJECT_REASONS,
} from "@footfall/shared/outcomes";
import { BOT_LAYERS } from "@footfall/shared/queued-event";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { bearer, INTERNAL_TOKEN, type PopulatedApi } from "@footfall/testing/api/test-api";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../database/open.ts";
import { forgetOutcomes, keepReport } from "./record-outcomes.ts";

const [ONE, OTHER] = ["0123456789abcdef", "fedcba9876543210"];
const slotNow = () => Math.floor(Date.now() / OUTCOME_SLOT_MS);

const zeros = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));

onEachDatabase("the outcomes of recent events", (stage) => {
	const report = (sent: unknown, headers: Record<string, string> = bearer(INTERNAL_TOKEN)) =>
		stage.api.ask(OUTCOMES_PATH, { headers, body: sent });
	const outcomes = async (who: keyof PopulatedApi["as"] = "member", site = stage.api.site.id) => {
		const { status, body } = await stage.api.ask(`/api/sites/${site}/outcomes`, {
			headers: stage.api.as[who],
		});
		return { status, ...(body as { data: Record<string, unknown> }) };
	};
	const countsOf = (site: number, counts: Record<string, number>, slot = slotNow()) =>
		Object.entries(counts).map(([outcome, count]) => ({ slot, site, outcome, count }));
	const reportOf = (changes: Partial<OutcomeReport>): OutcomeReport => ({
		source: ONE,
		counts: [],
		unknownSites: [],
		...changes,
	});

	it("are empty when nothing was reported", async () =>
		expect(await outcomes()).toEqual({
			status: 200,
			data: {
				firstEventAt: null,
				lastEventAt: null,
				since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d[05]:00\.000Z$/),
				received: 0,
				stored: 0,
				duplicate: 0,
				bot: 0,
				quarantined: 0,
				botLayers: zeros(BOT_LAYERS),
				filtered: zeros(DROP_REASONS),
				foreignHosts: [],
				rejected: zeros(REJECT_REASONS),
				givenUpByBrowsers: 0,
				revenueRefused: { amount: 0, currency: 0, no_currency: 0, order_id: 0, event_type: 0 },
				oneAddress: false,
				withoutSite: zeros(REJECT_REASONS),
			},
		}));

	it("sum gateways and slots by site, and count a repeated report once", async () => {
		const { siteId } = stage.api.site;
		const earlier = slotNow() - 3;
		const first = reportOf({
			counts: [
				...countsOf(siteId, { stored: 5, bot: 2, "bot:ua_pattern": 2, "bot:bot_asn": 1 }),
				...countsOf(siteId, { stored: 3, "filtered:IP": 1 }, earlier),
				...countsOf(siteId + 1000, { stored: 77 }),
				...countsOf(0, { "rejected:unknown_site": 4 }),
			],
		});
		const second = reportOf({
			source: OTHER,
			counts: countsOf(siteId, { stored: 1, "rejected:wrong_key": 6, duplicate: 1, "new one": 9 }),
		});
		for (const sent of [first, second, first]) expect((await report(sent)).status).toBe(204);
		// An earlier total that was overtaken in transit.
		await report(reportOf({ counts: countsOf(siteId, { stored: 4 }) }));
		expect((await outcomes()).data).toMatchObject({
			received: 5 + 2 + 3 + 1 + 1 + 6 + 1,
			stored: 9,
			duplicate: 1,
			bot: 2,
			botLayers: { ...zeros(BOT_LAYERS), ua_pattern: 2, bot_asn: 1 },
			filtered: { ...zeros(DROP_REASONS), IP: 1 },
			rejected: { ...zeros(REJECT_REASONS), wrong_key: 6 },
			withoutSite: { ...zeros(REJECT_REASONS), unknown_site: 4 },
		});
	});

	it("list the excluded hosts, the most frequent first", async () => {
		const { siteId } = stage.api.demoSite;
		const many = Array.from({ length: 30 }, (_, index) => [`host:${index}.test`, 1] as const);
		const counts = { "host:a.test": 2, "host:b.test": 5, "filtered:foreign_host": 7 };
		await report(
			reportOf({ counts: countsOf(siteId, { ...counts, ...Object.fromEntries(many) }) }),
		);
		await report(
			reportOf({ source: OTHER, counts: countsOf(siteId, { "host:a.test": 4 }, slotNow() - 1) }),
		);
		const { data } = await outcomes("member", stage.api.demoSite.id);
		const hosts = data?.["foreignHosts"] as unknown[];
		expect(hosts).toHaveLength(20);
		expect(hosts.slice(0, 3)).toEqual([
			{ host: "a.test", count: 6 },
			{ host: "b.test", count: 5 },
			{ host: "0.test", count: 1 },
		]);
		expect(data).toMatchObject({ received: 7 });
	});

	it("warn, for the reported site, that nearly all events had one address", async () => {
		const { siteId } = stage.api.site;
		await report(reportOf({ counts: countsOf(siteId + 1000, { one_address: 1 }) }));
		expect((await outcomes()).data).toMatchObject({ oneAddress: false });
		const { received } = (await outcomes()).data as { received: number };
		await report(reportOf({ counts: countsOf(siteId, { one_address: 1 }) }));
		expect((await outcomes()).data).toMatchObject({ oneAddress: true, received });
	});

	it("count events that browsers gave up separately from received ones", async () => {
		const { siteId } = stage.api.site;
		const { received } = (await outcomes()).data as { received: number };
		const given = (count: number, source = ONE) =>
			report(reportOf({ source, counts: countsOf(siteId, { given_up_by_browsers: count }) }));
		await given(3);
		await given(4, OTHER);
		expect((await outcomes()).data).toMatchObject({ givenUpByBrowsers: 7, received });
	});

	it("show unknown site ids to the instance's owner only", async () => {
		const unknownSites = [
			{ slot: slotNow(), id: "<script>'\u{1f600}", count: 2 },
			{ slot: slotNow() - 1, id: "<script>'\u{1f600}", count: 1 },
			{ slot: slotNow(), id: "0123456789ab", count: 9 },
		];
		await report(reportOf({ unknownSites }));
		await report(reportOf({ source: OTHER, unknownSites: unknownSites.slice(2) }));
		expect((await outcomes("owner")).data?.["unknownSites"]).toEqual([
			{ id: "0123456789ab", count: 18 },
			{ id: "<script>'\u{1f600}", count: 3 },
		]);
		for (const who of ["admin", "member"] as const)
			expect(JSON.stringify(await outcomes(who))).not.toMatch(/script|0123456789ab/);
		const { headers } = await stage.api.keyWith(null, "organization");
		const { body } = await stage.api.ask(`/api/sites/${stage.api.site.id}/outcomes`, { headers });
		expect(body).toMatchObject({ data: { received: expect.any(Number) } });
		expect(body).not.toHaveProperty("data.unknownSites");
	});

	it("omit reports older than an hour, or from a clock that is ahead", async () => {
		const { siteId } = stage.api.site;
		const before = (await outcomes()).data;
		const counts = [-13, -100_000, 3, 1000].flatMap((slots) =>
			countsOf(siteId, { "filtered:GPC": 5 }, slotNow() + slots),
		);
		expect((await report(reportOf({ counts }))).status).toBe(204);
		expect((await outcomes()).data).toEqual(before);
	});

	it.each([{}, bearer("guessed")])("are refused from a sender with %j", async (headers) =>
		expect((await report(reportOf({}), headers)).status).toBe(401),
	);

	it("are refused from a person", async () =>
		expect((await report(reportOf({}), stage.api.as.owner)).status).toBe(401));

	const entry = { slot: 1, site: 1, outcome: "stored", count: 1 };
	it.each([
		["a body that is not an object", "[]"],
		["a body that is not JSON", "{"],
		["an invalid source", { ...reportOf({}), source: "'; DROP TABLE site" }],
		["a negative count", reportOf({ counts: [{ ...entry, count: -1 }] })],
		["a long name", reportOf({ counts: [{ ...entry, outcome: "x".repeat(65) }] })],
		["a long id", reportOf({ unknownSites: [{ slot: 1, id: "x".repeat(65), count: 1 }] })],
		["a NUL", JSON.stringify(reportOf({ unknownSites: [{ slot: 1, id: "\0", count: 1 }] }))],
		["too many bytes", reportOf({ counts: Array.from({ length: 2001 }, () => entry) })],
	])("are refused with %s", async (_, sent) => {
		const { status } = await report(sent);
		expect([400, 413]).toContain(status);
	});

	describe("in the database", () => {
		it("reuse the row of an hour before, and are deleted a day later", async () => {
			const { database, close } = await openDatabase(await stage.create(), () => {});
			const now = Date.parse("2026-11-20T12:00:00Z");
			const slot = now / OUTCOME_SLOT_MS;
			const kept = () =>
				database.selectFrom("recent_outcome").select(["slot", "count"]).orderBy("slot").execute();
			const keep = (of: number, count: number) =>
				keepReport(
					database,
					reportOf({
						counts: countsOf(1, { stored: count, ...(of < slot && { "host:x": count }) }, of),
						unknownSites: [{ slot: of, id: "x", count }],
					}),
					of * OUTCOME_SLOT_MS,
				);
			await keep(slot - 12, 3);
			await keep(slot - 1, 2);
			await keep(slot, 1);
			// Overtaken in transit.
			await keep(slot - 12, 4);
			expect((await kept()).map((row) => [row.slot, Number(row.count)])).toEqual([
				[slot - 12, 4],
				[slot - 1, 2],
				[slot - 1, 2],
				[slot, 1],
			]);
			await forgetOutcomes(database, now);
			expect(await kept()).toHaveLength(3);
			const unknown = await database.selectFrom("unknown_site").select("slot").execute();
			expect(unknown.map((row) => row.slot).sort()).toEqual([slot - 1, slot]);
			await forgetOutcomes(database, now + 25 * 3_600_000);
			expect(await kept()).toEqual([]);
			await close();
		});
	});
});
