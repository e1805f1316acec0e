import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { ApiError } from "@footfall/shared/api-error";
import { sql } from "kysely";
import { z } from "zod";
import { invitationMail, type Mailer } from "../accounts/mail.ts";
import { onceCommitted } from "../database/atomically.ts";
import { hashOfToken } from "../database/hash-of-token.ts";
import type { Database } from "../database/schema.ts";
import type { Quotas } from "../quotas/quotas.ts";

const TOKEN_BYTES = 24;
const VALID_MS = 48 * 60 * 60 * 1000;

const Issued = z.looseObject({ id: z.string(), email: z.string(), organizationId: z.string() });

/** What invitations need besides the accounts. */
export interface InvitationServices {
	database: Database;
	mailer: Mailer;
	baseUrl: string | undefined;
	/** Signs the proof that only the mail carries. */
	secret: string;
	quotas: Quotas;
}

/** The inviter, whose name the mail shows and whose quota it counts against. */
type Inviter = Readonly<Record<"id" | "name", string>>;

/** Whether the inviter could still grant the role of `invitation`: an invitation ends with its inviter's rights. */
export const inviterMayStill = sql<boolean>`EXISTS (
	SELECT FROM "user" AS "inviter"
	LEFT JOIN "member" AS "own"
		ON "own"."userId" = "inviter"."id" AND "own"."organizationId" = "invitation"."organizationId"
	WHERE "inviter"."id" = "invitation"."inviterId" AND ("inviter"."isSystemAdmin"
		OR 'owner' = ANY(string_to_array(replace("own"."role", ' ', ''), ','))
		OR (coalesce("invitation"."role", 'member') NOT LIKE '%owner%'
			AND 'admin' = ANY(string_to_array(replace("own"."role", ' ', ''), ',')))))`;

/** Withdraws the invitations of an organization whose inviters may no longer make them. */
export const endOrphanedInvitations = async (
	database: Database,
	organizationId: string,
): Promise<void> => {
	await database
		.updateTable("invitation")
		.set({ status: "canceled" })
		.where("organizationId", "=", organizationId)
		.where("status", "=", "pending")
		.where(sql<boolean>`NOT ${inviterMayStill}`)
		.execute();
};

const proofOf = (secret: string, token: string): string =>
	createHmac("sha256", secret).update(`mailed invitation:${token}`).digest("base64url");

/**
 * Mails a new token of an invitation, with a proof that only the mail carries: presenting it shows access to the
 * address's mail.
 */
const sendToken = async (
	{ database, mailer, baseUrl, secret, quotas }: InvitationServices,
	{ id, email, organizationId }: { id: string; email: string; organizationId: string },
	inviter: Inviter,
): Promise<string> => {
	await quotas.countInvitation({ userId: inviter.id });
	const token = randomBytes(TOKEN_BYTES).toString("base64url");
	await database
		.updateTable("invitation")
		.set({ id: hashOfToken(token) })
		.where("id", "=", id)
		.execute();
	const organization = await database
		.selectFrom("organization")
		.select("name")
		.where("id", "=", organizationId)
		.executeTakeFirstOrThrow();
	const mailed = mailer.delivers ? `${token}.${proofOf(secret, token)}` : token;
	const mail = { to: email, id: mailed, organization: organization.name, inviter: inviter.name };
	await onceCommitted(() => mailer.send(invitationMail(baseUrl, mail)));
	return token;
};

/**
 * Replaces the auth library's id of an invitation by a token, and mails the token. Anyone with the token could sign up
 * with the address and accept: the database keeps only the token's hash, which lists of invitations show. Call it in
 * the transaction of the invitation.
 * @param invitation the library's answer
 * @returns the invitation, with the token as its id, and whether a mail with it is on its way
 */
export const issueInvitation = async (
	services: InvitationServices,
	invitation: unknown,
	inviter: Inviter,
): Promise<object> => {
	const issued = Issued.parse(invitation);
	const id = await sendToken(services, issued, inviter);
	return { ...issued, id, mailed: services.mailer.delivers };
};

/**
 * Invites a person who has an account; call it inside a transaction.
 * @throws ApiError 400 for a person who is already invited
 */
export const inviteAccount = async (
	services: InvitationServices,
	invited: { organizationId: string; email: string; role: string },
	inviter: Inviter,
): Promise<void> => {
	const { database } = services;
	const open = await database
		.selectFrom("invitation")
		.select("id")
		.where("organizationId", "=", invited.organizationId)
		.where("email", "=", invited.email)
		.where("status", "=", "pending")
		.where("expiresAt", ">", new Date())
		.where(inviterMayStill)
		.executeTakeFirst();
	if (open) throw new ApiError("INVALID_REQUEST", "User is already invited to this organization");
	const id = randomUUID();
	await database
		.insertInto("invitation")
		.values({
			...invited,
			id,
			inviterId: inviter.id,
			status: "pending",
			expiresAt: new Date(Date.now() + VALID_MS),
		})
		.execute();
	await sendToken(services, { ...invited, id }, inviter);
};

/** The token that a link carries, without the proof of a mailed one. */
const tokenIn = (shown: string): string => shown.split(".", 1)[0] ?? "";

/** The id of the invitation with this token, in the inviter's form or in the mailed one. */
export const invitationOfToken = (shown: string): string => hashOfToken(tokenIn(shown));

/** Whether a presented token was mailed to the invited address. */
export const isMailedToken = (secret: string, shown: string): boolean => {
	const token = tokenIn(shown);
	const given = Buffer.from(shown.slice(token.length + 1));
	const wanted = Buffer.from(proofOf(secret, token));
	return given.length === wanted.length && timingSafeEqual(given, wanted);
};

/** Resolves an invitation's token, or its id as shown in lists, to its id. */
export const invitationIdOf = async (database: Database, idOrToken: string): Promise<string> => {
	const listed = await database
		.selectFrom("invitation")
		.select("id")
		.where("id", "=", idOrToken)
		.executeTakeFirst();
	return listed?.id ?? invitationOfToken(idOrToken);
};
