import { ApiError } from "@footfall/shared/api-error";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/schema.ts";

/** What is counted, with the variable that sets the limit, and its default, which no honest use approaches. */
const QUOTAS = {
	organizations: { variable: "QUOTA_ORGANIZATIONS", most: 25, of: "owned by one account" },
	sites: { variable: "QUOTA_SITES", most: 300, of: "created by one account" },
	teams: { variable: "QUOTA_TEAMS", most: 100, of: "in one organization" },
	goals: { variable: "QUOTA_GOALS", most: 200, of: "on one site" },
	funnels: { variable: "QUOTA_FUNNELS", most: 200, of: "on one site" },
	segments: { variable: "QUOTA_SEGMENTS", most: 300, of: "created by one account" },
	alerts: { variable: "QUOTA_ALERTS", most: 100, of: "on one site" },
	annotations: { variable: "QUOTA_ANNOTATIONS", most: 2000, of: "created by one account" },
	questions: { variable: "QUOTA_QUESTIONS", most: 500, of: "saved by one account" },
	boards: { variable: "QUOTA_BOARDS", most: 200, of: "created by one account" },
	channels: { variable: "QUOTA_CHANNELS", most: 50, of: "in one organization" },
	invitations: {
		variable: "QUOTA_INVITATIONS_PER_DAY",
		most: 100,
		of: "sent by one account in a day (UTC)",
	},
} as const;
type Counted = keyof typeof QUOTAS;

/** The operator's limits; absent kinds have their defaults. */
export type QuotaSettings = { readonly [Kind in Counted]?: number | undefined };

/** Who creates something, and where. */
interface Maker {
	/** null for a key of the organization. */
	userId: string | null;
	organizationId?: string;
	siteId?: number;
}

/** The rows that count towards a quota, by author where rows have one. */
const COUNTED: {
	[Kind in Exclude<Counted, "invitations">]: (maker: Maker) => RawBuilder<unknown>;
} = {
	organizations: ({ userId }) => sql`"member" WHERE "userId" = ${userId} AND "role" LIKE '%owner%'`,
	sites: ({ userId, organizationId }) =>
		userId === null
			? sql`"site" WHERE "organizationId" = ${organizationId} AND "createdBy" = ''`
			: sql`"site" WHERE "createdBy" = ${userId}`,
	teams: ({ organizationId }) => sql`"team" WHERE "organizationId" = ${organizationId}`,
	goals: ({ siteId }) => sql`"goal" WHERE "siteId" = ${siteId}`,
	funnels: ({ siteId }) => sql`"funnel" WHERE "siteId" = ${siteId}`,
	alerts: ({ siteId }) => sql`"alert_rule" WHERE "siteId" = ${siteId}`,
	segments: (maker) => sql`"segment" WHERE ${authoredBy(maker)}`,
	annotations: (maker) => sql`"annotation" WHERE ${authoredBy(maker)}`,
	questions: (maker) => sql`"saved_item" WHERE "kind" = 'question' AND ${authoredBy(maker)}`,
	channels: ({ organizationId }) => sql`"channel" WHERE "organizationId" = ${organizationId}`,
	boards: (maker) => sql`"saved_item" WHERE "kind" = 'board' AND ${authoredBy(maker)}`,
};

const authoredBy = ({ userId, organizationId }: Maker) =>
	userId === null
		? sql`"organizationId" = ${organizationId} AND "userId" IS NULL`
		: sql`"userId" = ${userId}`;

const SCOPE: { [Kind in Counted]?: "organizationId" | "siteId" } = {
	teams: "organizationId",
	channels: "organizationId",
	goals: "siteId",
	funnels: "siteId",
	alerts: "siteId",
};

/** Limits on what an account may create, so that none can fill the server. */
export type Quotas = ReturnType<typeof createQuotas>;

export const createQuotas = (database: Database, settings: QuotaSettings = {}) => {
	const mostOf = (kind: Counted) => settings[kind] ?? QUOTAS[kind].most;

	/** Defaults do not bind the administrators of the instance, nor the keys of organizations that they own. */
	const isExempt = async (kind: Counted, { userId, organizationId }: Maker): Promise<boolean> => {
		if (settings[kind] !== undefined) return false;
		const administrators = database.selectFrom("user").where("isSystemAdmin", "=", true);
		const found =
			userId === null
				? await administrators
						.innerJoin("member", "member.userId", "user.id")
						.where("organizationId", "=", organizationId ?? "")
						.where("role", "like", "%owner%")
						.select("user.id")
						.executeTakeFirst()
				: await administrators.where("id", "=", userId).select("id").executeTakeFirst();
		return found !== undefined;
	};

	/** @throws ApiError 400 unless the creator is exempt */
	const refuse = async (kind: Counted, maker: Maker): Promise<void> => {
		if (await isExempt(kind, maker)) return;
		const { variable, of } = QUOTAS[kind];
		const most = mostOf(kind);
		throw new ApiError("INVALID_REQUEST", `Quota reached: at most ${most} ${kind} ${of}`, {
			code: "QUOTA_REACHED",
			quota: variable,
			most,
			resolution:
				kind === "invitations"
					? `Invite others tomorrow, or ask the administrator of this server to raise ${variable}.`
					: `Delete ${kind} that are no longer used, or ask the administrator of this server to raise ${variable}.`,
		});
	};

	/** How many more the creator may create in this transaction; 0 or less for none. */
	const placesIn = async (kind: keyof typeof COUNTED, maker: Maker): Promise<number> => {
		const scope = SCOPE[kind];
		const owner = scope ? maker[scope] : (maker.userId ?? maker.organizationId);
		// Two concurrent requests must not both take the last free slot.
		await sql`SELECT pg_advisory_xact_lock(hashtext(${`${kind} of ${owner}`}))`.execute(database);
		const most = mostOf(kind);
		const { rows } = await sql<{ count: number }>`
			SELECT count(*)::integer AS "count"
			FROM (SELECT 1 FROM ${COUNTED[kind](maker)} LIMIT ${most}) AS "counted"`.execute(database);
		return most - (rows[0]?.count ?? 0);
	};

	return {
		/** How many more an import may create; call it in the transaction that creates them. */
		placesFor: async (kind: keyof typeof COUNTED, maker: Maker): Promise<number> =>
			(await isExempt(kind, maker)) ? Number.POSITIVE_INFINITY : placesIn(kind, maker),
		/**
		 * Call it before inserting, in the same transaction.
		 * @throws ApiError 400 when the creator has reached the limit
		 */
		requireRoom: async (kind: keyof typeof COUNTED, maker: Maker): Promise<void> => {
			if ((await placesIn(kind, maker)) <= 0) await refuse(kind, maker);
		},
		/**
		 * Counts an invitation mail, whatever the invitation's outcome; call it in the invitation's transaction.
		 * @throws ApiError 400 when the account has sent as many today as allowed
		 */
		countInvitation: async (maker: Maker & { userId: string }): Promise<void> => {
			const today = new Date().toISOString().slice(0, 10);
			const { rows } = await sql<{ count: number }>`
				INSERT INTO "invitation_count" AS "known" ("userId", "day", "count")
				VALUES (${maker.userId}, ${today}, 1)
				ON CONFLICT ("userId") DO UPDATE SET
					"count" = CASE WHEN "known"."day" = excluded."day" THEN "known"."count" + 1 ELSE 1 END,
					"day" = excluded."day"
				RETURNING "count"`.execute(database);
			if ((rows[0]?.count ?? 0) > mostOf("invitations")) await refuse("invitations", maker);
		},
	};
};
