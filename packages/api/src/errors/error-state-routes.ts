import { MAX_LENGTH } from "@footfall/shared/limits";
import { z } from "zod";
import type { Grant } from "../access/access.ts";
import { personIdOf } from "../access/caller.ts";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import { decide } from "./error-decisions.ts";

/** The most errors of one request. */
const MAX_ERRORS = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

const decision = {
	state: z
		.enum(["new", "resolved", "ignored"])
		.describe("`new` takes back what was decided; that an error came back follows by itself"),
	release: z
		.string()
		.trim()
		.min(1)
		.max(MAX_LENGTH.release)
		.nullish()
		.describe(
			"With `resolved`: the release that has the correction. An occurrence in an older release, or without one, does not bring the error back",
		),
	untilCount: z
		.int()
		.min(1)
		.max(1_000_000)
		.nullish()
		.describe("With `ignored`: until it has occurred this many times from now on"),
	untilDays: z
		.number()
		.positive()
		.max(3650)
		.nullish()
		.describe("With `ignored`: for this many days"),
};

type Decision = z.output<z.ZodObject<typeof decision>>;

const requireFitting = (
	{ state, release, untilCount, untilDays }: Decision,
	context: z.core.$RefinementCtx,
) => {
	const refuse = (field: string, message: string) =>
		context.addIssue({ code: "custom", path: [field], message });
	if (release != null && state !== "resolved")
		refuse("release", "Only an error that is resolved has a release: use state resolved");
	if (state !== "ignored" && untilCount != null)
		refuse("untilCount", "Only an ignored error has an end: use state ignored");
	if (state !== "ignored" && untilDays != null)
		refuse("untilDays", "Only an ignored error has an end: use state ignored");
	if (untilCount != null && untilDays != null)
		refuse("untilDays", "An error is ignored until a count or for days: leave out one of them");
};

/** A decision about one error. */
const ErrorDecision = z
	.object(decision)
	.meta({ component: "ErrorDecision" })
	.superRefine(requireFitting);
const errorId = z
	.string()
	.regex(/^[0-9a-f]{16}$/, "Must be the errorId of an error as /errors/names lists it");
/** A decision about several errors. */
const ErrorDecisions = z
	.object({ errorIds: z.array(errorId).min(1).max(MAX_ERRORS), ...decision })
	.meta({ component: "ErrorDecisions" })
	.superRefine(requireFitting);

const writing = {
	tags: ["Errors"],
	access: { site: "member", scope: "errors:write" },
	audit: "error.decide",
	response: Success,
} as const;

/** Deciding about errors; the reports on errors have their states. */
export const errorStateRoutes = (
	database: Database,
	now: () => number = Date.now,
): readonly Route[] => {
	const store = async (
		{ site, caller }: Grant<typeof writing.access>,
		errorIds: readonly string[],
		{ state, release, untilCount, untilDays }: Decision,
	) => {
		const decidedAt = now();
		await decide(database, {
			...{ siteId: site.siteId, errorIds: [...new Set(errorIds)], state },
			release: release ?? null,
			untilCount: untilCount ?? null,
			untilTime: untilDays == null ? null : new Date(decidedAt + untilDays * DAY_MS),
			decidedAt: new Date(decidedAt),
			userId: personIdOf(caller),
		});
		return { success: true };
	};
	return [
		route({
			...writing,
			method: "put",
			path: "/api/sites/{site}/errors/states",
			summary: "Resolves, ignores or reopens several errors",
			description: `At most ${MAX_ERRORS}. The latest decision about an error counts. A resolved error that occurs again has the state \`came_back\`, without another call.`,
			body: ErrorDecisions,
			handle: ({ body: { errorIds, ...given }, ...grant }) => store(grant, errorIds, given),
		}),
		route({
			...writing,
			method: "put",
			path: "/api/sites/{site}/errors/{errorId}/state",
			summary: "Resolves, ignores or reopens an error",
			description:
				"The latest decision about an error counts. A resolved error that occurs again has the state `came_back`, without another call.",
			params: z.object({ errorId }),
			body: ErrorDecision,
			handle: ({ body, params, ...grant }) => store(grant, [params.errorId], body),
		}),
	];
};
