import { randomUUID } from "node:crypto";
import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { invitationOfToken } from "./invitations.ts";

const Accepting = z.object({ invitationId: z.string() });

const notFound = () =>
	new ApiError("INVALID_REQUEST", "Invitation not found", { code: "INVITATION_NOT_FOUND" });
const notTheirs = () =>
	new ApiError("FORBIDDEN", "You are not the recipient of the invitation", {
		code: "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
	});

/**
 * The auth library marks the invitation and makes the member in two steps, and a process that dies between
 * them leaves an invitation that is used up and nobody who is in. Here it is one transaction, with the
 * library's answer and refusals; of several at once, one accepts. Who was added meanwhile keeps that role.
 * @throws ApiError 400 for an invitation that is not open, 403 for somebody else's
 */
export const acceptInvitation = async (
	database: Database,
	{ userId, email, sessionId }: { userId: string; email: string; sessionId: string },
	body: unknown,
) => {
	const checked = Accepting.safeParse(body);
	if (!checked.success) throw new ApiError("INVALID_REQUEST", "invitationId is required");
	const token = checked.data.invitationId;
	const invitationId = invitationOfToken(token);
	return database.transaction().execute(async (transaction) => {
		const found = await transaction
			.selectFrom("invitation")
			.selectAll()
			.where("id", "=", invitationId)
			.forUpdate()
			.executeTakeFirst();
		if (found?.status !== "pending" || found.expiresAt < new Date()) throw notFound();
		if (found.email.toLowerCase() !== email.toLowerCase()) throw notTheirs();
		const { organizationId, role } = found;
		const invitation = await transaction
			.updateTable("invitation")
			.set({ status: "accepted" })
			.where("id", "=", invitationId)
			.returningAll()
			.executeTakeFirstOrThrow();
		await transaction
			.insertInto("member")
			.values({
				id: randomUUID(),
				organizationId,
				userId,
				role: role ?? "member",
				createdAt: new Date(),
			})
			.onConflict((row) => row.columns(["organizationId", "userId"]).doNothing())
			.execute();
		const member = await transaction
			.selectFrom("member")
			.select(["id", "organizationId", "userId", "role", "createdAt"])
			.where("organizationId", "=", organizationId)
			.where("userId", "=", userId)
			.executeTakeFirstOrThrow();
		await transaction
			.updateTable("session")
			.set({ activeOrganizationId: organizationId })
			.where("id", "=", sessionId)
			.execute();
		return { invitation: { ...invitation, id: token }, member };
	});
};
