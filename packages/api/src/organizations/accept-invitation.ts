import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { checked } from "../http/invalid-body.ts";
import { invitationOfToken } from "./invitations.ts";
import { insertMember } from "./membership.ts";

const Body = z.object({ invitationId: z.string() });

const invitationIsMissing = () => new ApiError("INVALID_REQUEST", "invitationId is required");
const notFound = () =>
	new ApiError("INVALID_REQUEST", "Invitation not found", { code: "INVITATION_NOT_FOUND" });
const notRecipient = () =>
	new ApiError("FORBIDDEN", "You are not the recipient of the invitation", {
		code: "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
	});

/**
 * Accepts an invitation, with the auth library's answer and errors; call it inside a transaction. The library takes two
 * steps, and a process that dies between them leaves a used invitation without a member. A person who became a member in the
 * meantime keeps that role.
 * @throws ApiError 400 for an invitation that is not open, 403 for another person's
 */
export const acceptInvitation = async (
	database: Database,
	{ userId, email, sessionId }: { userId: string; email: string; sessionId: string },
	body: unknown,
) => {
	const { invitationId: token } = checked(Body, body, invitationIsMissing);
	const invitationId = invitationOfToken(token);
	const found = await database
		.selectFrom("invitation")
		.selectAll()
		.where("id", "=", invitationId)
		.forUpdate()
		.executeTakeFirst();
	if (found?.status !== "pending" || found.expiresAt < new Date()) throw notFound();
	if (found.email.toLowerCase() !== email.toLowerCase()) throw notRecipient();
	const { organizationId, role } = found;
	const invitation = await database
		.updateTable("invitation")
		.set({ status: "accepted" })
		.where("id", "=", invitationId)
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
	await database
		.updateTable("session")
		.set({ activeOrganizationId: organizationId })
		.where("id", "=", sessionId)
		.execute();
	return { invitation: { ...invitation, id: token }, member };
};
