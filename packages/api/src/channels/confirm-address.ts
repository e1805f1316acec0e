import { randomBytes } from "node:crypto";
import { ApiError } from "@footfall/shared/api-error";
import { sql } from "kysely";
import { z } from "zod";
import { channelMail, type Mailer } from "../accounts/mail.ts";
import { recordChange } from "../audit/record-change.ts";
import { onceCommitted } from "../database/atomically.ts";
import { hashOfToken } from "../database/hash-of-token.ts";
import type { Database } from "../database/schema.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { type Route, route } from "../routing/route.ts";

const VALID_DAYS = 7;
const TOKEN_BYTES = 24;

/** What mails to the addresses of channels need. */
export interface ConfirmationServices {
	database: Database;
	mailer: Mailer;
	baseUrl?: string | undefined;
	quotas: Quotas;
}

/** Whether an address is that of a member who has proven it. */
export const isAddressOfMember = async (
	database: Database,
	{ organizationId, address }: { organizationId: string; address: string },
): Promise<boolean> =>
	(await database
		.selectFrom("member")
		.innerJoin("user", "user.id", "member.userId")
		.where("organizationId", "=", organizationId)
		.where("email", "=", address)
		.where("emailVerified", "=", true)
		.select("user.id")
		.executeTakeFirst()) !== undefined;

/**
 * Mails the link that confirms the address of a channel; an earlier link ends. Call it in the transaction of the change.
 * @throws ApiError 400 for an account that has invited too many addresses today
 */
export const sendConfirmation = async (
	{ database, mailer, baseUrl, quotas }: ConfirmationServices,
	channel: { channelId: number; organizationId: string; address: string },
	/** Against whose invitations it counts; null for a key of the organization. */
	userId: string | null,
): Promise<void> => {
	const { channelId, organizationId, address } = channel;
	await quotas.countInvitation({ userId: userId ?? organizationId, organizationId });
	const token = randomBytes(TOKEN_BYTES).toString("base64url");
	const { name } = await database
		.updateTable("channel")
		.set({
			confirmation: hashOfToken(token),
			confirmUntil: sql`now() + ${`${VALID_DAYS} days`}::interval`,
		})
		.from("organization")
		.whereRef("organization.id", "=", "channel.organizationId")
		.where("channelId", "=", channelId)
		.returning("organization.name")
		.executeTakeFirstOrThrow();
	await onceCommitted(() =>
		mailer.send(channelMail(baseUrl, { to: address, token, organization: name })),
	);
};

/** Why a link confirms nothing, for programs and for people. */
const REFUSALS = {
	used: "This link was used already",
	expired: "This link is older than a week: ask for another one",
	unknown: "This link was replaced by a newer one or is incomplete: open the newest mail",
} as const;

const refusalOf = async (database: Database, confirmation: string): Promise<ApiError> => {
	const row = await database
		.selectFrom("channel")
		.select("confirmUntil")
		.where("confirmation", "=", confirmation)
		.executeTakeFirst();
	const reason = !row ? "unknown" : row.confirmUntil === null ? "used" : "expired";
	return new ApiError("INVALID_REQUEST", REFUSALS[reason], { details: [reason] });
};

/** Confirms the address of a mail channel with the token that only a mail to it carries. */
export const confirmChannelRoute = (database: Database): Route =>
	route({
		method: "post",
		path: "/api/channels/confirm",
		summary: "Confirms the address of a mail channel",
		description:
			"With the token of the mailed link. From then on notices are sent there. 400 for a link that cannot be used: `details` says `used`, `expired` or `unknown`, which includes replaced ones.",
		tags: ["Channels"],
		access: "anyone",
		body: z.object({ token: z.string().min(1).max(100) }),
		response: z
			.strictObject({ organization: z.string(), address: z.string() })
			.meta({ component: "ConfirmedChannel" }),
		handle: async ({ body: { token } }) => {
			const confirmation = hashOfToken(token);
			// The hash stays, to tell a used link from an unknown one; without a date it opens nothing.
			const row = await database
				.updateTable("channel")
				.set({ isOn: true, offReason: null, confirmUntil: null })
				.from("organization")
				.whereRef("organization.id", "=", "channel.organizationId")
				.where("confirmation", "=", confirmation)
				.where("confirmUntil", ">", sql<Date>`now()`)
				.returning(["organizationId", "organization.name", "target", "channelId"])
				.executeTakeFirst();
			if (row?.target.kind !== "mail") throw await refusalOf(database, confirmation);
			await recordChange(database, {
				action: "channel.confirm",
				caller: undefined,
				organizationIds: [row.organizationId],
				target: "/api/channels/confirm",
				body: {},
			});
			return { organization: row.name, address: row.target.address };
		},
	});
