import { personIdOf } from "../access/caller.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import type { ConfirmationServices } from "./confirmation.ts";
import type { ReportMails } from "./create-report-mails.ts";
import { listedReportMails } from "./listed-report-mails.ts";
import { replaceRecipients } from "./replace-recipients.ts";
import {
	NewReportMail,
	ReportMailList,
	ReportMail as ReportMailShape,
	ReportMailUpdate,
} from "./report-mail-shapes.ts";
import {
	createShelf,
	one,
	REPORT_MAILS_PATH,
	reading,
	requireMayReadMail,
	type Shelf,
	writing,
} from "./report-mail-shelf.ts";
import { sendingRoutes } from "./sending-routes.ts";

/** The fields of an answer that clients send back with their changes. */
const ECHOED = [
	...[
		"reportMailId",
		"organizationId",
		"siteName",
		"segmentName",
		"state",
		"reason",
		"reasonCode",
		"nextDueAt",
	],
	...["lastPeriod", "createdBy", "canEdit", "createdAt", "updatedAt"],
];

const creating = (services: ConfirmationServices, shelf: Shelf): Route =>
	route({
		...writing,
		method: "post",
		path: REPORT_MAILS_PATH,
		summary: "Adds a report that is mailed by a schedule",
		description:
			"About one site or, without one, all sites of the organization. Members subscribe themselves; administrators also add other members and addresses without an account, which get a mail and must agree first. Each recipient gets only sites that they may see.",
		audit: "report-mail.create",
		body: NewReportMail,
		response: ReportMailShape,
		status: 201,
		handle: async ({ body, ...reader }) => {
			const { organizationId, caller } = reader;
			requireMayReadMail(caller);
			await shelf.requireUsable(reader, body);
			await shelf.requireRoom(organizationId);
			const { recipients, parts, ...rest } = body;
			const { reportMailId } = await services.database
				.insertInto("report_mail")
				.values({
					...rest,
					organizationId,
					parts: JSON.stringify(parts),
					nextDueAt: shelf.nextDue(rest),
					createdBy: personIdOf(caller),
				})
				.returning("reportMailId")
				.executeTakeFirstOrThrow();
			// From now on the site cannot be moved away; it may have been while this waited.
			await shelf.requireUsable(reader, body);
			const report = { reportMailId, organizationId, language: rest.language };
			await replaceRecipients(services, report, recipients, reader);
			return shelf.read(reader, reportMailId);
		},
	});

const SCHEDULE = ["every", "weekday", "monthday", "hour", "timeZone", "isPaused"] as const;

const changing = (services: ConfirmationServices, shelf: Shelf): Route =>
	route({
		...writing,
		...one,
		method: "put",
		summary: "Changes a report by mail",
		description:
			"Send the fields to change. `recipients` replaces the whole list; those that stay in it keep their consent and their state. A period that was sent is not sent again.",
		audit: "report-mail.update",
		body: ReportMailUpdate,
		echoed: ECHOED,
		response: ReportMailShape,
		handle: async ({ params, body, ...reader }) => {
			const before = await shelf.readEditable(reader, params.reportMailId);
			requireMayReadMail(reader.caller);
			const { recipients, parts, ...given } = body;
			const changes = Object.fromEntries(
				Object.entries(given).filter(([, value]) => value !== undefined),
			) as Partial<typeof before>;
			const after = { ...before, ...changes };
			if (body.siteId !== undefined || body.segmentId !== undefined)
				await shelf.requireUsable(reader, after);
			const isRescheduled = SCHEDULE.some((field) => after[field] !== before[field]);
			const { reportMailId, organizationId, language } = after;
			await services.database
				.updateTable("report_mail")
				.set({
					...(given as object),
					...(parts && { parts: JSON.stringify(parts) }),
					...(isRescheduled && { nextDueAt: shelf.nextDue(after) }),
					updatedAt: new Date(services.now()),
				})
				.where("reportMailId", "=", reportMailId)
				.execute();
			if (body.siteId !== undefined) await shelf.requireUsable(reader, after);
			if (recipients)
				await replaceRecipients(
					services,
					{ reportMailId, organizationId, language },
					recipients,
					reader,
				);
			return shelf.read(reader, reportMailId);
		},
	});

/** Reports that are mailed by a schedule. */
export const reportMailRoutes = (
	services: ConfirmationServices & Pick<ReportMails, "preview">,
): readonly Route[] => {
	const { database, mailer, now } = services;
	const shelf = createShelf(services);
	return [
		route({
			...reading,
			method: "get",
			path: REPORT_MAILS_PATH,
			summary: "The reports that an organization sends by mail",
			description:
				"Each with its schedule, its recipients and what became of their last mail. Plain members see those that they made or get.",
			response: ReportMailList,
			handle: async (reader) => ({
				data: await listedReportMails(database, reader, { now: now() }),
				mailIsSetUp: mailer.delivers,
			}),
		}),
		creating(services, shelf),
		route({
			...reading,
			...one,
			method: "get",
			summary: "One report by mail",
			description: "404 for one that the caller may not see.",
			response: ReportMailShape,
			handle: ({ params, ...reader }) => shelf.read(reader, params.reportMailId),
		}),
		changing(services, shelf),
		route({
			...writing,
			...one,
			method: "delete",
			summary: "Deletes a report by mail",
			description: "Nothing more is sent, and its recipients are forgotten.",
			audit: "report-mail.delete",
			response: Success,
			handle: async ({ params, ...reader }) => {
				const { reportMailId } = await shelf.readEditable(reader, params.reportMailId);
				await database.deleteFrom("report_mail").where("reportMailId", "=", reportMailId).execute();
				return { success: true };
			},
		}),
		...sendingRoutes(services, shelf),
	];
};
