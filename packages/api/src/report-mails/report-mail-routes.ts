import { ApiError } from "@footfall/shared/api-error";
import { sql } from "kysely";
import { z } from "zod";
import { type Caller, personIdOf } from "../access/caller.ts";
import { requireScopes } from "../access/rights.ts";
import type { Site } from "../access/site.ts";
import { definitionNumber } from "../definitions/definition.ts";
import { found } from "../http/found.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import { sitesOf } from "../sites/sites-of.ts";
import { askForConsent, type ConfirmationServices } from "./confirmation.ts";
import { listedReportMails, type Reader } from "./listed-report-mails.ts";
import { replaceRecipients } from "./replace-recipients.ts";
import {
	NewReportMail,
	type ReportMail,
	ReportMailList,
	ReportMail as ReportMailShape,
	ReportMailUpdate,
} from "./report-mail-shapes.ts";
import { nextDueAfter, type Schedule } from "./schedule.ts";

/** Most reports of one organization. */
const MOST_REPORT_MAILS = 200;

const path = "/api/organizations/{organizationId}/report-mails";
const tags = ["Reports by mail"];
const reading = { tags, access: { organization: "member", scope: "report-mails:read" } } as const;
const writing = { tags, access: { organization: "member", scope: "report-mails:write" } } as const;
const one = {
	path: `${path}/{reportMailId}`,
	params: z.object({ reportMailId: z.string() }),
} as const;

/** The fields of an answer that clients send back with their changes. */
const ECHOED = [
	...["reportMailId", "organizationId", "siteName", "state", "reason", "reasonCode", "nextDueAt"],
	...["lastPeriod", "createdBy", "canEdit", "createdAt", "updatedAt"],
];

/** A key may send people only what it could read itself. @throws ApiError 403 */
const requireMayReadMail = (caller: Caller): void =>
	requireScopes(caller, ["analytics:read", "annotations:read", "goals:read", "segments:read"]);

const refuse = (message: string): never => {
	throw new ApiError("INVALID_REQUEST", message);
};

const createShelf = (services: ConfirmationServices) => {
	const { database, now } = services;
	/** @throws ApiError 404 */
	const read = async (reader: Reader, reference: string | number): Promise<ReportMail> => {
		const reportMailId = definitionNumber(String(reference));
		const [report] = await listedReportMails(database, reader, { now: now(), reportMailId });
		return found("Report", report);
	};
	return {
		read,
		/** @throws ApiError 403 or 404 */
		readEditable: async (reader: Reader, reference: string): Promise<ReportMail> => {
			const report = await read(reader, reference);
			if (!report.canEdit)
				throw new ApiError("FORBIDDEN", "Only its author or an administrator can change it");
			return report;
		},
		/** @throws ApiError 400 for a segment that does not apply, 404 for a site that the caller may not see */
		requireUsable: async (
			reader: Reader,
			{ siteId, segmentId }: { siteId: number | null; segmentId: number | null },
		): Promise<void> => {
			const visible: readonly Site[] = await sitesOf(database, reader.organizationId, reader);
			if (siteId !== null && !visible.some((site) => site.siteId === siteId))
				throw new ApiError("NOT_FOUND", `Site ${siteId} not found`);
			if (segmentId === null) return;
			const segment = await database
				.selectFrom("segment")
				.select("siteId")
				.where("segmentId", "=", segmentId)
				.where("organizationId", "=", reader.organizationId)
				.executeTakeFirst();
			if (!segment || (segment.siteId !== null && segment.siteId !== siteId))
				refuse(
					siteId === null
						? `segmentId: a report about all sites takes a segment of the whole organization, and ${segmentId} is none`
						: `segmentId: there is no segment ${segmentId} that applies to this site`,
				);
		},
		/** @throws ApiError 400 */
		requireRoom: async (organizationId: string): Promise<void> => {
			// Two concurrent requests must not both take the last free place.
			await sql`SELECT pg_advisory_xact_lock(hashtext(${`report mails of ${organizationId}`}))`.execute(
				database,
			);
			const { count } = await database
				.selectFrom("report_mail")
				.select((select) => select.fn.countAll().as("count"))
				.where("organizationId", "=", organizationId)
				.executeTakeFirstOrThrow();
			if (Number(count) >= MOST_REPORT_MAILS)
				refuse(
					`An organization has at most ${MOST_REPORT_MAILS} reports by mail: delete one first`,
				);
		},
		nextDue: (schedule: Schedule): Date => new Date(nextDueAfter(schedule, now())),
	};
};
type Shelf = ReturnType<typeof createShelf>;

const creating = (services: ConfirmationServices, shelf: Shelf): Route =>
	route({
		...writing,
		method: "post",
		path,
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
			requireMayReadMail(reader.caller);
			const before = await shelf.readEditable(reader, params.reportMailId);
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

const subscribing = ({ database, now }: ConfirmationServices, shelf: Shelf): Route =>
	route({
		...writing,
		method: "put",
		path: `${one.path}/subscription`,
		params: one.params,
		summary: "Subscribes the caller to a report, or unsubscribes them",
		description: "For those who get a report, and to get it again after unsubscribing by mail.",
		audit: "report-mail.subscription",
		body: z.strictObject({ isSubscribed: z.boolean() }),
		response: ReportMailShape,
		handle: async ({ params, body, ...reader }) => {
			const { reportMailId } = await shelf.read(reader, params.reportMailId);
			const userId =
				personIdOf(reader.caller) ?? refuse("A key of the organization has no mail address");
			const unsubscribedAt = body.isSubscribed ? null : new Date(now());
			await database
				.insertInto("report_mail_recipient")
				.values({ reportMailId, userId, unsubscribedAt })
				.onConflict((row) =>
					row.columns(["reportMailId", "userId"]).doUpdateSet({ unsubscribedAt }),
				)
				.execute();
			return shelf.read(reader, reportMailId);
		},
	});

const askingAgain = (services: ConfirmationServices, shelf: Shelf): Route =>
	route({
		...writing,
		method: "post",
		path: `${one.path}/recipients/{recipientId}/confirmation`,
		params: z.object({ ...one.params.shape, recipientId: z.string() }),
		summary: "Mails a recipient without an account a new link to agree with",
		description:
			"For a lost or expired mail, and for one who unsubscribed and wants the report again. An address gets at most three such mails a day.",
		audit: "report-mail.ask-consent",
		response: Success,
		handle: async ({ params, ...reader }) => {
			requireMayReadMail(reader.caller);
			const report = await shelf.readEditable(reader, params.reportMailId);
			const recipientId = definitionNumber(params.recipientId);
			const recipient = found(
				"Recipient",
				report.recipients.find((known) => known.recipientId === recipientId),
			);
			if (recipient.userId !== null || recipient.state === "active")
				refuse("This recipient need not confirm anything");
			await askForConsent(services, report, recipient);
			return { success: true };
		},
	});

/** Reports that are mailed by a schedule. */
export const reportMailRoutes = (services: ConfirmationServices): readonly Route[] => {
	const { database, mailer, now } = services;
	const shelf = createShelf(services);
	return [
		route({
			...reading,
			method: "get",
			path,
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
		subscribing(services, shelf),
		askingAgain(services, shelf),
	];
};
