import { ApiError } from "@footfall/shared/api-error";
import { sql } from "kysely";
import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { requireScopes } from "../access/rights.ts";
import type { Site } from "../access/site.ts";
import { definitionNumber } from "../definitions/definition.ts";
import { found } from "../http/found.ts";
import { sitesOf } from "../sites/sites-of.ts";
import type { ConfirmationServices } from "./confirmation.ts";
import { listedReportMails, type Reader } from "./listed-report-mails.ts";
import type { ReportMail } from "./report-mail-shapes.ts";
import { nextDueAfter, type Schedule } from "./schedule.ts";

/** Most reports of one organization. */
const MOST_REPORT_MAILS = 200;

export const REPORT_MAILS_PATH = "/api/organizations/{organizationId}/report-mails";
const tags = ["Reports by mail"];
/** Access to read reports by mail. */
export const reading = {
	tags,
	access: { organization: "viewer", scope: "report-mails:read" },
} as const;
/** Access to change them. */
export const writing = {
	tags,
	access: { organization: "member", scope: "report-mails:write" },
} as const;
/** The path of one. */
export const one = {
	path: `${REPORT_MAILS_PATH}/{reportMailId}`,
	params: z.object({ reportMailId: z.string() }),
} as const;

/** A key may send people only what it could read itself. @throws ApiError 403 */
export const requireMayReadMail = (caller: Caller): void =>
	requireScopes(caller, ["analytics:read", "annotations:read", "goals:read", "segments:read"]);

/** @throws ApiError 400 */
export const refuse = (message: string): never => {
	throw new ApiError("INVALID_REQUEST", message);
};

/** Reading and checking reports by mail. */
export const createShelf = (services: ConfirmationServices) => {
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
export type Shelf = ReturnType<typeof createShelf>;
