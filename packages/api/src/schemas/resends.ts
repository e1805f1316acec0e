import { ApiError } from "@footfall/shared/api-error";
import {
	MAX_RESENT,
	RESEND_LEASE_MS,
	type ResendBatch,
	ResendReport,
} from "@footfall/shared/schemas/resend";
import { type EventStore, quarantinedAfter, releaseQuarantined } from "@footfall/store";
import type { RequestHandler } from "express";
import { sql } from "kysely";
import type { Database } from "../database/schema.ts";
import { jsonBodyOf } from "../http/body.ts";
import { checked } from "../http/invalid-body.ts";

/** The store of quarantined events. */
export type QuarantineStore = Pick<EventStore, "query" | "insert">;

/** Leases the oldest request to one gateway; a lease that ran out, because the gateway died, is given to the next. */
const leased = async (database: Database, now: number) => {
	const until = new Date(now + RESEND_LEASE_MS);
	const { rows } = await sql<{ id: number; siteId: number; selection: object; after: string }>`
		UPDATE "resend" SET "leasedUntil" = ${until}
		WHERE "id" = (SELECT "id" FROM "resend" WHERE "leasedUntil" <= ${new Date(now)}
			ORDER BY "id" LIMIT 1 FOR UPDATE SKIP LOCKED)
		RETURNING "id", "siteId", "selection", "after"`.execute(database);
	return rows[0];
};

/**
 * Gives a gateway the next quarantined events that are to be sent again. They stay in quarantine until the gateway has reported
 * that they are in the queue, so they may be given twice; their ids make them count once.
 */
export const giveResends =
	(database: Database, store: QuarantineStore, now = Date.now): RequestHandler =>
	async (_request, response) => {
		const request = await leased(database, now());
		if (request === undefined) return void response.status(204).end();
		const { id, siteId, selection, after } = request;
		const rows = await quarantinedAfter(store, siteId, selection, { after, limit: MAX_RESENT });
		if (rows.length === 0) {
			await database.deleteFrom("resend").where("id", "=", id).execute();
			return void response.status(204).end();
		}
		const events = rows.map(({ id, version, record, ranRules }) => ({
			...{ id, version, record, ranRules },
		}));
		response.json({ resend: id, site: siteId, events } satisfies ResendBatch);
	};

/** Takes out of quarantine what a gateway has sent again, and offers the rest of the request. */
export const releaseResent =
	(database: Database, store: QuarantineStore, now = Date.now): RequestHandler =>
	async (request, response) => {
		const body = jsonBodyOf(request.body);
		const report = checked(ResendReport, body, () => new ApiError("INVALID_REQUEST"));
		await releaseQuarantined(store, report.site, report.released, now());
		// What could not be sent waits for the lease to run out.
		if (report.doneUntil !== undefined)
			await database
				.updateTable("resend")
				.set({ after: report.doneUntil, leasedUntil: new Date(now()) })
				.where("id", "=", report.resend)
				.execute();
		response.status(204).end();
	};
