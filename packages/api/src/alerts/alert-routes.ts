import { MAX_ROWS, pageOf, pageParameters } from "@footfall/reports/query/page";
import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { personIdOf } from "../access/caller.ts";
import { ECHOED } from "../definitions/definition.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import {
	Alert,
	AlertEvent,
	AlertPause,
	AlertUpdate,
	DryRun,
	DryRunRequest,
	NewAlert,
} from "./alert-shapes.ts";
import { AFRESH, type AlertDependencies, createShelf, type Shelf, WRITING } from "./alert-shelf.ts";
import { dryRun } from "./dry-run.ts";
import { alertAnswers, alertsOfSite, eventsOfAlert } from "./stored-alerts.ts";

const tags = ["Alerts"];
const path = "/api/sites/{site}/alerts";
const reading = { tags, access: { site: "viewer", scope: "alerts:read" } } as const;
const writing = { tags, access: WRITING } as const;
const one = {
	path: `${path}/{alertId}`,
	params: z.object({ alertId: z.string().min(1) }),
} as const;
const readingRoutes = ({ database }: AlertDependencies, shelf: Shelf): readonly Route[] => [
	route({
		...reading,
		method: "get",
		path,
		summary: "The alert rules of a site, by name, each with its state",
		description:
			"`broken` ones say in `reason` what to change; `lastEvent` is the last time that one fired, with the numbers.",
		response: z.array(Alert),
		handle: async ({ site, ...grant }) =>
			alertAnswers(database, await alertsOfSite(database, site), grant),
	}),
	route({
		...reading,
		...one,
		method: "get",
		summary: "An alert rule with its state",
		description: "404 if the site has none of this id.",
		response: Alert,
		handle: ({ params, ...grant }) => shelf.answer(grant, params.alertId),
	}),
	route({
		...reading,
		...one,
		method: "get",
		path: `${one.path}/events`,
		summary: "The times that an alert fired, the newest first, each with the numbers and sentences",
		description: "To see why it fired. They are deleted with the rule.",
		query: z.object(pageParameters(MAX_ROWS)),
		response: z.array(AlertEvent),
		handle: async ({ params, query, ...grant }) => {
			const { alertId } = await shelf.find(grant, params.alertId);
			return eventsOfAlert(database, alertId, pageOf(query, MAX_ROWS));
		},
	}),
];

const changingRoutes = (
	{ database, quotas }: AlertDependencies,
	shelf: Shelf,
): readonly Route[] => [
	route({
		...writing,
		method: "post",
		path,
		summary: "Adds an alert rule to a site",
		description:
			"It is evaluated each minute from now on. 400 says what the rule lacks, or names a goal or a channel that does not exist.",
		audit: "alert.create",
		body: NewAlert,
		echoed: ECHOED,
		response: Alert,
		status: 201,
		handle: async ({ body: { name, rule }, ...grant }) => {
			const { siteId, organizationId } = grant.site;
			await shelf.requireUsable(grant, rule);
			const userId = personIdOf(grant.caller);
			await quotas.requireRoom("alerts", { userId, siteId });
			const { alertId } = await database
				.insertInto("alert_rule")
				.values({ siteId, organizationId, userId, name, rule: JSON.stringify(rule) })
				.returning("alertId")
				.executeTakeFirstOrThrow();
			return shelf.answer(grant, String(alertId));
		},
	}),
	route({
		...writing,
		...one,
		method: "put",
		summary: "Changes an alert rule",
		description:
			"Absent fields stay as they are; `rule` is replaced as a whole, and its state begins anew. 403 for one that the caller may not edit.",
		audit: "alert.update",
		body: AlertUpdate,
		echoed: [...ECHOED, ...["alertId", "state", "stateSince", "reason", "pausedUntil"]].concat([
			"lastEvent",
			"canEdit",
		]),
		response: Alert,
		handle: async ({ params, body: { name, rule }, ...grant }) => {
			if (name === undefined && rule === undefined)
				throw new ApiError("INVALID_REQUEST", "No fields to update");
			const row = await shelf.findEditable(grant, params.alertId);
			if (rule) await shelf.requireUsable(grant, rule);
			if (rule) await shelf.endFiring(row.alertId);
			await shelf.change(row.alertId, {
				...(name !== undefined && { name }),
				...(rule && { rule: JSON.stringify(rule), ...(row.state !== "paused" && AFRESH) }),
			});
			return shelf.answer(grant, params.alertId);
		},
	}),
	route({
		...writing,
		...one,
		method: "delete",
		summary: "Deletes an alert rule with the list of its firings",
		description: "Nothing more is sent. It cannot be restored.",
		audit: "alert.delete",
		response: Success,
		handle: async ({ params, ...grant }) => {
			const { alertId } = await shelf.findEditable(grant, params.alertId);
			await database.deleteFrom("alert_rule").where("alertId", "=", alertId).execute();
			return { success: true };
		},
	}),
];

const pausingRoutes = (shelf: Shelf): readonly Route[] => [
	route({
		...writing,
		...one,
		method: "post",
		path: `${one.path}/pause`,
		summary: "Pauses an alert rule, until a time or until it is resumed",
		description: "It is not evaluated meanwhile, and nothing is sent, also not that it is over.",
		audit: "alert.pause",
		body: AlertPause,
		response: Alert,
		handle: async ({ params, body: { until }, ...grant }) => {
			const pausedUntil = until === undefined ? null : new Date(until);
			if (pausedUntil && pausedUntil.getTime() <= Date.now())
				throw new ApiError("INVALID_REQUEST", "until must be in the future");
			const { alertId } = await shelf.findEditable(grant, params.alertId);
			await shelf.endFiring(alertId);
			await shelf.change(alertId, { ...AFRESH, state: "paused", pausedUntil });
			return shelf.answer(grant, params.alertId);
		},
	}),
	route({
		...writing,
		...one,
		method: "post",
		path: `${one.path}/resume`,
		summary: "Resumes an alert rule",
		description: "Its state begins anew, also that of a broken one.",
		audit: "alert.resume",
		response: Alert,
		handle: async ({ params, ...grant }) => {
			const { alertId } = await shelf.findEditable(grant, params.alertId);
			await shelf.endFiring(alertId);
			await shelf.change(alertId, AFRESH);
			return shelf.answer(grant, params.alertId);
		},
	}),
];

const dryRunRoute = (
	{ database, goals, store, now = Date.now }: AlertDependencies,
	shelf: Shelf,
): Route =>
	route({
		...reading,
		method: "post",
		path: `${path}/dry-run`,
		isQuestion: true,
		summary: "When a rule would have fired in the last 90 days, without saving it",
		description:
			"To choose a threshold. The hours of these days are evaluated by the rule's own conditions; nothing is sent.",
		body: DryRunRequest,
		response: DryRun,
		handle: async ({ body: { rule }, ...grant }) => {
			await shelf.requireUsable(grant, rule);
			return dryRun(rule, { database, store, goals, site: grant.site, now: now() });
		},
	});

/** Rules that watch a site's metrics and tell when one is met. */
export const alertRoutes = (dependencies: AlertDependencies): readonly Route[] => {
	const shelf = createShelf(dependencies);
	return [
		// Before the routes of an `{alertId}`: no rule has such an id.
		dryRunRoute(dependencies, shelf),
		...readingRoutes(dependencies, shelf),
		...changingRoutes(dependencies, shelf),
		...pausingRoutes(shelf),
	];
};
