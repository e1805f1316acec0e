import { randomBytes } from "node:crypto";
import { z } from "zod";
import { invitationMail, type Mailer } from "../accounts/mail.ts";
import { onceCommitted } from "../database/atomically.ts";
import { hashOfToken } from "../database/hash-of-token.ts";
import type { Database } from "../database/schema.ts";

const TOKEN_BYTES = 24;

const Issued = z.looseObject({ id: z.string(), email: z.string(), organizationId: z.string() });

/**
 * Replaces the id that the auth library gave an invitation by a token, and mails the token. Addresses are not verified,
 * so anyone with the token could sign up with the address and accept: the database keeps only the token's hash, and
 * lists of invitations show that. Call it in the transaction of the invitation.
 * @param invitation the library's answer
 * @returns the invitation, with the token as its id
 */
export const issueInvitation = async (
	{
		database,
		mailer,
		baseUrl,
	}: { database: Database; mailer: Mailer; baseUrl: string | undefined },
	invitation: unknown,
	inviter: string,
): Promise<object> => {
	const { id, ...rest } = Issued.parse(invitation);
	const token = randomBytes(TOKEN_BYTES).toString("base64url");
	await database
		.updateTable("invitation")
		.set({ id: hashOfToken(token) })
		.where("id", "=", id)
		.execute();
	const organization = await database
		.selectFrom("organization")
		.select("name")
		.where("id", "=", rest.organizationId)
		.executeTakeFirstOrThrow();
	const mail = { to: rest.email, id: token, organization: organization.name, inviter };
	await onceCommitted(() => mailer.send(invitationMail(baseUrl, mail)));
	return { ...rest, id: token };
};

/** The id of the invitation with this token. */
export const invitationOfToken = hashOfToken;

/** The id of an invitation, given its id, as lists show it, or its token, as the inviter received it. */
export const invitationIdOf = async (database: Database, idOrToken: string): Promise<string> => {
	const listed = await database
		.selectFrom("invitation")
		.select("id")
		.where("id", "=", idOrToken)
		.executeTakeFirst();
	return listed?.id ?? hashOfToken(idOrToken);
};
