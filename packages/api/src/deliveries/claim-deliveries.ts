import { type RawBuilder, type Selectable, sql } from "kysely";
import type { DeliveryTable } from "../database/delivery-tables.ts";
import type { Database } from "../database/schema.ts";

export type DeliveryRow = Selectable<DeliveryTable>;

/** Longer than any try may take. */
const LEASE_SECONDS = 120;

/** How many deliveries a process tries at a time, so that slow servers do not delay others. */
const MOST = { all: 32, mails: 16, ofOrganization: 8 } as const;

/** A delivery that is being tried here. */
export interface InFlight {
	recipient: string;
	organizationId: string;
	isMail: boolean;
}

interface Candidate extends InFlight {
	deliveryId: number;
}

const countOf = (values: readonly string[]): Map<string, number> => {
	const counts = new Map<string, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return counts;
};

/**
 * Those of the candidates for which there is room: one for each recipient, so that a rule's messages arrive in their
 * order, and a few for each organization.
 */
export const withRoom = <One extends InFlight>(
	candidates: readonly One[],
	inFlight: readonly InFlight[],
): One[] => {
	const ofOrganization = countOf(inFlight.map(({ organizationId }) => organizationId));
	let mails = inFlight.filter(({ isMail }) => isMail).length;
	let all = inFlight.length;
	return candidates.filter(({ organizationId, isMail }) => {
		const own = ofOrganization.get(organizationId) ?? 0;
		const isFull = all >= MOST.all || own >= MOST.ofOrganization || (isMail && mails >= MOST.mails);
		if (isFull) return false;
		ofOrganization.set(organizationId, own + 1);
		mails += isMail ? 1 : 0;
		all += 1;
		return true;
	});
};

const dueOnes = async (
	database: Database,
	inFlight: readonly InFlight[],
	now: RawBuilder<Date>,
): Promise<Candidate[]> => {
	const busy = inFlight.map(({ recipient }) => recipient);
	const full = [...countOf(inFlight.map(({ organizationId }) => organizationId))].flatMap(
		([organizationId, count]) => (count >= MOST.ofOrganization ? [organizationId] : []),
	);
	const noMails = inFlight.filter(({ isMail }) => isMail).length >= MOST.mails;
	const { rows } = await sql<Candidate>`
		SELECT * FROM (
			SELECT DISTINCT ON ("recipient") * FROM (
				SELECT "deliveryId", "recipient", "delivery"."organizationId", "nextTryAt",
					("address" IS NOT NULL OR "channel"."kind" = 'mail') AS "isMail"
				FROM "delivery"
				LEFT JOIN "channel" ON "channel"."channelId" = "delivery"."channelId"
				WHERE "status" = 'waiting' AND "nextTryAt" <= ${now}
					AND ("leaseUntil" IS NULL OR "leaseUntil" <= ${now})
					AND "recipient" <> ALL (${busy}::text[])
					AND "delivery"."organizationId" <> ALL (${full}::text[])
					AND NOT (${noMails}::boolean AND ("address" IS NOT NULL OR "channel"."kind" = 'mail'))
					AND "recipient" NOT IN (SELECT "recipient" FROM "delivery" WHERE "leaseUntil" > ${now})
				ORDER BY "nextTryAt", "deliveryId"
				LIMIT 1000
			) AS "due"
			ORDER BY "recipient", "nextTryAt", "deliveryId"
		) AS "first"
		ORDER BY "nextTryAt", "deliveryId"
		LIMIT 200`.execute(database);
	return rows;
};

/**
 * Takes deliveries that are due, as many as there is room for beside those that are being tried. Each counts as tried
 * from now on, and is this process's until its lease ends.
 */
export const claimDeliveries = async (
	database: Database,
	{
		inFlight,
		holder,
		now,
	}: { inFlight: readonly InFlight[]; holder: string; now: RawBuilder<Date> },
): Promise<(DeliveryRow & { isMail: boolean })[]> => {
	if (inFlight.length >= MOST.all) return [];
	const chosen = withRoom(await dueOnes(database, inFlight, now), inFlight);
	if (chosen.length === 0) return [];
	const ids = chosen.map(({ deliveryId }) => deliveryId);
	// Another process may have taken some of them meanwhile.
	const { rows } = await sql<DeliveryRow>`
		UPDATE "delivery" SET "holder" = ${holder}, "tries" = "tries" + 1,
			"leaseUntil" = ${now} + ${`${LEASE_SECONDS} seconds`}::interval
		WHERE "deliveryId" IN (
			SELECT "deliveryId" FROM "delivery"
			WHERE "deliveryId" = ANY (${ids}::integer[]) AND "status" = 'waiting' AND "nextTryAt" <= ${now}
				AND ("leaseUntil" IS NULL OR "leaseUntil" <= ${now})
			FOR UPDATE SKIP LOCKED
		)
		RETURNING *`.execute(database);
	const mails = new Set(chosen.flatMap(({ deliveryId, isMail }) => (isMail ? [deliveryId] : [])));
	return rows.map((row) => ({ ...row, isMail: mails.has(row.deliveryId) }));
};
