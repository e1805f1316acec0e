import { fillSite } from "@footfall/demo-data/fill-site";
import type { Logger } from "@footfall/shared/logger";
import { StoreBusyError, StoreError } from "@footfall/store";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import type { PeopleStore } from "../people/people.ts";
import { type Purge, removeSite } from "../sites/delete-site.ts";
import { defineExamples } from "./define-examples.ts";
import { type ExampleFailure, type ExampleState, writeExample } from "./example-state.ts";

/** Enough to give every report data, few enough to be ready within seconds. */
const DAYS = 60;
const VISITS_PER_DAY = 200;
/** NOT_ENOUGH_SPACE of ClickHouse. */
const NOT_ENOUGH_SPACE = 243;

interface ExamplesOptions {
	database: Database;
	store: PeopleStore;
	purge: Pick<Purge, "site">;
	logger: Logger;
	clock?: () => number;
}

const failureOf = (error: unknown, isStopped: boolean): ExampleFailure => {
	if (isStopped) return "interrupted";
	if (error instanceof StoreBusyError) return "busy";
	const { code, message } = error as { code?: unknown; message?: unknown };
	const isFull =
		(error instanceof StoreError && code === NOT_ENOUGH_SPACE) ||
		code === "ENOSPC" ||
		/no space left on device/i.test(String(message));
	return isFull ? "disk-full" : "failed";
};

/** Lets other requests run between two days of traffic. */
const yieldToOthers = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Fills example sites in the background. */
export const startExamples = ({
	database,
	store,
	purge,
	logger,
	clock = Date.now,
}: ExamplesOptions) => {
	const stopping = new AbortController();
	const running = new Set<Promise<void>>();

	const fill = async ({ organizationId, ...site }: Site, begun: ExampleState): Promise<void> => {
		const now = clock();
		let state = begun;
		const say = async (change: Partial<ExampleState>, to = database) => {
			state = { ...state, ...change, heardAt: clock() };
			await writeExample(to, organizationId, state);
		};
		try {
			await fillSite(store, site.siteId, {
				seed: site.siteId,
				days: DAYS,
				visitsPerDay: VISITS_PER_DAY,
				now,
				afterDay: async ({ days, events }) => {
					await yieldToOthers();
					stopping.signal.throwIfAborted();
					await say({ filledDays: days, events });
				},
			});
			await defineExamples(database, { organizationId, ...site }, { days: DAYS, now });
			await say({ state: "ready" });
		} catch (error) {
			const failure = failureOf(error, stopping.signal.aborted);
			logger.error({ err: error, siteId: site.siteId }, "An example site could not be filled");
			// With only a part of the traffic, the site would seem to have lost its visitors.
			await database.transaction().execute(async (transaction) => {
				await removeSite(transaction, site.siteId);
				await say({ state: "failed", failure }, transaction);
			});
			if (!stopping.signal.aborted) await purge.site(site.siteId);
		}
	};

	return {
		/** The initial state, before a site is filled. */
		begin: ({ siteId }: Site): ExampleState => ({
			state: "filling",
			siteId,
			days: DAYS,
			filledDays: 0,
			events: 0,
			failure: null,
			heardAt: clock(),
		}),
		/** Fills a site in the background; its state has the progress. */
		fill: (site: Site, begun: ExampleState): void => {
			const run = fill(site, begun)
				.catch((error: unknown) => {
					logger.error({ err: error }, "The state of an example site could not be saved");
				})
				.finally(() => running.delete(run));
			running.add(run);
		},
		now: clock,
		/** Resolves when nothing is being filled. */
		idle: async () => {
			await Promise.all(running);
		},
		/** Cancels the filling. */
		close: async () => {
			stopping.abort(new Error("The process ends"));
			await Promise.all(running);
		},
	};
};
export type Examples = ReturnType<typeof startExamples>;
