import { eventTimesOf } from "@footfall/reports/overview/event-times";
import { createRunSql, type ReportStore } from "@footfall/reports/report/report";
import {
	DROP_REASONS,
	FOREIGN_HOST_OUTCOME,
	MAX_FOREIGN_HOSTS,
	MONEY_FAULTS,
	OUTCOME_SLOT_MS,
	type OutcomeName,
	REJECT_REASONS,
} from "@footfall/shared/outcomes";
import { BOT_LAYERS } from "@footfall/shared/queued-event";
import { sql } from "kysely";
import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { firstSlotAt } from "./record-outcomes.ts";

const MAX_UNKNOWN_SITES = 100;

const count = () => z.int().nonnegative();
const countsBy = <const Name extends string>(component: string, names: readonly Name[]) =>
	z
		.object(Object.fromEntries(names.map((name) => [name, count()])) as Record<Name, z.ZodInt>)
		.meta({ component });

const SiteOutcomesAnswer = z.object({
	data: z
		.object({
			/** ISO 8601; null before the first event. */
			firstEventAt: z.iso.datetime().nullable(),
			lastEventAt: z.iso.datetime().nullable(),
			/** The start of the counted period, within the last hour. */
			since: z.iso.datetime(),
			/** Events for this site; the sum of the next six without `botLayers`. */
			received: count(),
			stored: count(),
			duplicate: count(),
			bot: count(),
			/** Kept apart from events, because they do not fit their schema. */
			quarantined: count(),
			/** An event may count under several layers. */
			botLayers: countsBy("BotLayerCounts", BOT_LAYERS),
			/** By the exclusion that applied. */
			filtered: countsBy("DropReasonCounts", DROP_REASONS),
			/** The hosts behind `filtered.foreign_host`, the most frequent first. */
			foreignHosts: z.array(
				z.object({ host: z.string(), count: count() }).meta({ component: "HostCount" }),
			),
			/** By reason. */
			rejected: countsBy("RejectReasonCounts", REJECT_REASONS),
			/** Events that browsers gave up after failing to send them for long; not part of `received`. */
			givenUpByBrowsers: count(),
			/** Stored events whose money was refused, by reason. */
			revenueRefused: countsBy("MoneyFaultCounts", MONEY_FAULTS),
			/**
			 * Nearly all events had one address: `TRUST_PROXY` or the proxy's headers are wrong, so visitors are undercounted.
			 */
			oneAddress: z.boolean(),
			/** Events for no site of the instance, instance-wide, by reason. */
			withoutSite: countsBy("RejectReasonCounts", REJECT_REASONS),
			/** The unknown site ids, most frequent first; for the instance's owner only. */
			unknownSites: z
				.array(z.object({ id: z.string(), count: count() }).meta({ component: "UnknownSite" }))
				.optional(),
		})
		.meta({ component: "SiteOutcomes" }),
});

const sumOf = (counts: Readonly<Record<string, number>>) =>
	Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Site 0 stands for events of no known site. */
const outcomesOf = async (database: Database, siteId: number, firstSlot: number) => {
	const rows = await database
		.selectFrom("recent_outcome")
		.select(["outcome", sql<string>`sum("count")`.as("count")])
		.where("siteId", "=", siteId)
		.where("slot", ">=", firstSlot)
		.groupBy("outcome")
		.execute();
	const counts = new Map(rows.map(({ outcome, count }) => [outcome, Number(count)]));
	const by = <Name extends string>(names: readonly Name[], nameOf: (name: Name) => OutcomeName) =>
		Object.fromEntries(names.map((name) => [name, counts.get(nameOf(name)) ?? 0])) as Record<
			Name,
			number
		>;
	const [stored, duplicate, bot] = (["stored", "duplicate", "bot"] as const).map(
		(name) => counts.get(name) ?? 0,
	) as [number, number, number];
	return {
		stored,
		duplicate,
		bot,
		quarantined: counts.get("quarantined") ?? 0,
		botLayers: by(BOT_LAYERS, (layer) => `bot:${layer}`),
		filtered: by(DROP_REASONS, (reason) => `filtered:${reason}`),
		foreignHosts: [...counts]
			.filter(([outcome]) => outcome.startsWith(FOREIGN_HOST_OUTCOME))
			.map(([outcome, count]) => ({ host: outcome.slice(FOREIGN_HOST_OUTCOME.length), count }))
			.sort((one, other) => other.count - one.count || (one.host < other.host ? -1 : 1))
			.slice(0, MAX_FOREIGN_HOSTS),
		rejected: by(REJECT_REASONS, (reason) => `rejected:${reason}`),
		givenUpByBrowsers: counts.get("given_up_by_browsers") ?? 0,
		revenueRefused: by(MONEY_FAULTS, (fault) => `revenue:${fault}`),
		oneAddress: (counts.get("one_address") ?? 0) > 0,
	};
};

const unknownSitesSince = async (database: Database, firstSlot: number) => {
	const rows = await database
		.selectFrom("unknown_site")
		.select(["id", sql<string>`sum("count")`.as("count")])
		.where("slot", ">=", firstSlot)
		.groupBy("id")
		.orderBy(sql`sum("count")`, "desc")
		.orderBy("id")
		.limit(MAX_UNKNOWN_SITES)
		.execute();
	return rows.map(({ id, count }) => ({ id, count: Number(count) }));
};

/** An unknown id may be another tenant's mistyped or deleted site. */
const maySeeUnknownSites = (caller: Caller) =>
	caller.via !== "organization-key" && caller.user.isSystemAdmin;

/** Outcomes of a site's recent events, to find out why a visit does not show up. */
export const siteOutcomesRoute = (
	database: Database,
	{ store, now = Date.now }: { store: ReportStore; now?: () => number },
): Route =>
	route({
		method: "get",
		path: "/api/sites/{site}/outcomes",
		summary:
			"The outcomes of the events that reached the gateway within the last hour, with reasons, and the times of the site's first and last event",
		description:
			"Counted by the gateways in five-minute slots, with a delay of a few seconds. `withoutSite` counts events on the entire instance without a valid site, such as those of a tag with a wrong site id; only the instance's owner sees the ids.",
		tags: ["Sites"],
		access: { site: "viewer", scope: "sites:read" },
		response: SiteOutcomesAnswer,
		handle: async ({ site, caller, timings, requester, signal }) => {
			const firstSlot = firstSlotAt(now());
			const runSql = createRunSql(store, { timings, requester, signal, priority: "prompt" });
			const times = await eventTimesOf(runSql, site.siteId);
			const outcomes = await outcomesOf(database, site.siteId, firstSlot);
			const { stored, duplicate, bot, quarantined, filtered, rejected } = outcomes;
			const unknownSites = maySeeUnknownSites(caller)
				? await unknownSitesSince(database, firstSlot)
				: undefined;
			return {
				data: {
					...times,
					since: new Date(firstSlot * OUTCOME_SLOT_MS).toISOString(),
					received: stored + duplicate + bot + quarantined + sumOf(filtered) + sumOf(rejected),
					...outcomes,
					withoutSite: (await outcomesOf(database, 0, firstSlot)).rejected,
					...(unknownSites && { unknownSites }),
				},
			};
		},
	});
