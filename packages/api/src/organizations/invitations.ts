import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Mailer } from "../accounts/mail.ts";
import { invitationMail } from "../accounts/mails.ts";
import { onceCommitted } from "../database/atomically.ts";
import { hashOfToken } from "../database/hash-of-token.ts";
import type { Database } from "../database/schema.ts";

const TOKEN_BYTES = 24;

const Issued = z.looseObject({ id: z.string(), email: z.string(), organizationId: z.string() });

/**
 * Gives an invitation a token in place of the id that the auth library made, and mails it. An address is not
 * verified here, so that whoever has the token and signs up with the address is let in: the database keeps only its
 * hash, and lists of invitations show that. Call it in the transaction of the invitation.
 * @param invitation as the library answered
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

/** The id of an invitation that its recipient has the token of. */
export const invitationOfToken = hashOfToken;

/** The id of an invitation that is named by its id, as lists show it, or by its token, as whoever invited was told. */
export const invitationNamed = async (database: Database, named: string): Promise<string> => {
	const listed = await database
		.selectFrom("invitation")
		.select("id")
		.where("id", "=", named)
		.executeTakeFirst();
	return listed?.id ?? hashOfToken(named);
};
