import { ANNOTATIONS, FUNNELS, GOALS, SEGMENTS } from "@footfall/demo-data/definitions";
import { frontPageDay } from "@footfall/demo-data/traffic";
import type { DefinitionKind } from "@footfall/shared/imported-hit";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import { RESTORABLE } from "../imports/restorable-kinds.ts";

const DAY_MS = 86_400_000;

/**
 * Creates the goals, funnels and segments of the example traffic whose names the site does not have yet; with the
 * segments come notes and deployments.
 * @param traffic its number of days, the last of them at `now`
 */
export const defineExamples = (
	database: Database,
	site: Site,
	{ days, now }: { days: number; now: number },
): Promise<void> =>
	database.transaction().execute(async (transaction) => {
		const restore = (kind: DefinitionKind, contents: readonly object[]) =>
			RESTORABLE[kind].restore(transaction, site, contents, { userId: site.createdBy });
		await restore("goal", GOALS);
		await restore("funnel", FUNNELS);
		const segments = await restore(
			"segment",
			SEGMENTS.map((segment) => ({ ...segment, isPublic: true })),
		);
		const daysAgo = (on: number | "front page") =>
			on === "front page" ? days - 1 - frontPageDay(days) : on;
		const annotations = ANNOTATIONS.map(({ on, ...annotation }) => ({
			...{ ...annotation, isPublic: true },
			date: new Date(now - daysAgo(on) * DAY_MS).toISOString(),
		}));
		if (segments.taken > 0) await restore("annotation", annotations);
	});
