import type { Invitation } from "../shared/access/organization-api.ts";

export const INVITATION_STATES = [
	"pending",
	"expired",
	"accepted",
	"rejected",
	"canceled",
] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

const isState = (text: string): text is InvitationState =>
	(INVITATION_STATES as readonly string[]).includes(text);

/** The state of an invitation; an open one may have expired. `now` in ms since the epoch. */
export const stateOf = (
	{ status, expiresAt }: Pick<Invitation, "status" | "expiresAt">,
	now: number,
): InvitationState => {
	if (!isState(status)) return "canceled";
	return status === "pending" && Date.parse(expiresAt) <= now ? "expired" : status;
};

/** Pending ones first, each group newest first. */
export const byNewest = <One extends Pick<Invitation, "status" | "expiresAt">>(
	all: readonly One[],
): One[] =>
	[...all].sort(
		(one, other) =>
			Number(other.status === "pending") - Number(one.status === "pending") ||
			Date.parse(other.expiresAt) - Date.parse(one.expiresAt),
	);
