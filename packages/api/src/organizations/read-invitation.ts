import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { checked } from "../http/invalid-body.ts";
import { invitationNotFound } from "./accept-invitation.ts";
import { invitationOfToken, inviterMayStill } from "./invitations.ts";

const Body = z.object({ token: z.string() });

/** Why an invitation is no longer open. */
const CLOSED = {
	INVITATION_ACCEPTED: "The invitation has been accepted",
	INVITATION_DECLINED: "The invitation has been declined",
	INVITATION_WITHDRAWN: "The invitation has been withdrawn",
	INVITATION_EXPIRED: "The invitation has expired",
} as const;
export const CLOSED_INVITATION = Object.keys(CLOSED) as readonly (keyof typeof CLOSED)[];

const closedBy = (
	{ status, expiresAt, isBacked }: { status: string; expiresAt: Date; isBacked: boolean },
	now: Date,
): keyof typeof CLOSED | undefined => {
	if (status === "accepted") return "INVITATION_ACCEPTED";
	if (status === "rejected") return "INVITATION_DECLINED";
	if (status !== "pending" || !isBacked) return "INVITATION_WITHDRAWN";
	return expiresAt <= now ? "INVITATION_EXPIRED" : undefined;
};

/**
 * What an open invitation offers, for whoever has its token, who could also sign up with it. Of another one, only why it
 * is closed.
 * @throws ApiError 400 for a token that is unknown, or whose invitation is no longer open
 */
export const readInvitation = async (database: Database, body: unknown) => {
	const { token } = checked(Body, body, () => new ApiError("INVALID_REQUEST", "token is required"));
	const found = await database
		.selectFrom("invitation")
		.innerJoin("organization", "organization.id", "invitation.organizationId")
		.innerJoin("user as host", "host.id", "invitation.inviterId")
		.where("invitation.id", "=", invitationOfToken(token))
		.select(["status", "expiresAt", "role", "invitation.email", inviterMayStill.as("isBacked")])
		.select(["organization.name as organizationName"])
		.select(["host.name as inviterName", "host.email as inviterEmail"])
		.executeTakeFirst();
	if (!found) throw invitationNotFound();
	const code = closedBy(found, new Date());
	if (code !== undefined) throw new ApiError("INVALID_REQUEST", CLOSED[code], { code });
	const { status: _, isBacked: __, role, expiresAt, ...shown } = found;
	return { ...shown, role: role ?? "member", expiresAt: expiresAt.toISOString() };
};
