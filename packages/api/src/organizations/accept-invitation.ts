import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { markVerified } from "../accounts/verify-email.ts";
import type { Database } from "../database/schema.ts";
import { checked } from "../http/invalid-body.ts";
import { invitationOfToken, inviterMayStill, isMailedToken } from "./invitations.ts";
import { insertMember } from "./membership.ts";

const Body = z.object({ invitationId: z.string() });

const invitationIsMissing = () => new ApiError("INVALID_REQUEST", "invitationId is required");

/** The refusal of an invitation that is unknown, used, withdrawn or expired. */
export const invitationNotFound = () =>
	new ApiError("INVALID_REQUEST", "Invitation not found", { code: "INVITATION_NOT_FOUND" });
const notRecipient = () =>
	new ApiError("FORBIDDEN", "You are not the recipient of the invitation", {
		code: "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
	});
const notVerified = () =>
	new ApiError(
		"FORBIDDEN",
		"Your address is not verified: open the link in the mail that was sent to it, or ask the server's administrator to confirm it",
		{ code: "EMAIL_NOT_VERIFIED" },
	);

/** An invitation that can be accepted, locked until the transaction ends. @throws ApiError 400 or 403 */
export const openInvitation = async (database: Database, id: string, email: string) => {
	const found = await database
		.selectFrom("invitation")
		.selectAll()
		.where("id", "=", id)
		.where("status", "=", "pending")
		.where(inviterMayStill)
		.forUpdate()
		.executeTakeFirst();
	if (!found || found.expiresAt < new Date()) throw invitationNotFound();
	if (found.email.toLowerCase() !== email.toLowerCase()) throw notRecipient();
	return found;
};

type OpenInvitation = Awaited<ReturnType<typeof openInvitation>>;

/** Adds the invited person with the invitation's role; someone who is already a member keeps their role. */
export const joinByInvitation = async (
	database: Database,
	{ id, organizationId, role }: OpenInvitation,
	userId: string,
) => {
	const invitation = await database
		.updateTable("invitation")
		.set({ status: "accepted" })
		.where("id", "=", id)
		.returningAll()
		.executeTakeFirstOrThrow();
	const member =
		(await insertMember(database, { organizationId, userId, role: role ?? "member" })) ??
		(await database
			.selectFrom("member")
			.select(["id", "organizationId", "userId", "role", "createdAt"])
			.where("organizationId", "=", organizationId)
			.where("userId", "=", userId)
			.executeTakeFirstOrThrow());
	return { invitation, member };
};

/** @throws ApiError 403 for a person whose address is neither proven by this request nor verified before */
export const requireVerified = async (
	database: Database,
	userId: string,
	isProven = false,
): Promise<void> => {
	if (isProven) return markVerified(database, userId);
	const user = await database
		.selectFrom("user")
		.select("emailVerified")
		.where("id", "=", userId)
		.executeTakeFirst();
	if (!user?.emailVerified) throw notVerified();
};

/**
 * Accepts an invitation, with the auth library's answer and errors; call it inside a transaction. The library takes
 * two steps, and a crash between them leaves a used invitation without a member. A mailed token proves the address.
 * @throws ApiError 400 for an invitation that is not open, 403 for another person's or without proof of the address
 */
export const acceptInvitation =
	(secret: string) =>
	async (
		database: Database,
		{ userId, email, sessionId }: { userId: string; email: string; sessionId: string },
		body: unknown,
	) => {
		const { invitationId: shown } = checked(Body, body, invitationIsMissing);
		const open = await openInvitation(database, invitationOfToken(shown), email);
		await requireVerified(database, userId, isMailedToken(secret, shown));
		const { invitation, member } = await joinByInvitation(database, open, userId);
		await database
			.updateTable("session")
			.set({ activeOrganizationId: open.organizationId })
			.where("id", "=", sessionId)
			.execute();
		return { invitation: { ...invitation, id: shown }, member };
	};
