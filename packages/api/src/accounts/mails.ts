import type { Mail } from "./mail.ts";

/** A page of this server; without a base URL only its path, because a Host header can be forged. */
const pageAt = (baseUrl: string | undefined, path: string) => `${baseUrl ?? ""}${path}`;

/** The mail for a forgotten password. */
export const resetMail = (
	baseUrl: string | undefined,
	{ to, token }: { to: string; token: string },
): Mail => ({
	to,
	subject: "Set a new password for Footfall",
	text: [
		"Someone, hopefully you, asked to set a new password for this address.",
		`Open this page within an hour:\n\n${pageAt(baseUrl, `/account/reset-password#${token}`)}`,
		"If it was not you, there is nothing to do: the old password stays.",
	].join("\n\n"),
});

/** People choose these names: they must not add headers or paragraphs. */
const oneLine = (name: string) => name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

/** The mail for an invitation to an organization. */
export const invitationMail = (
	baseUrl: string | undefined,
	invitation: { to: string; id: string; organization: string; inviter: string },
): Mail => ({
	to: invitation.to,
	subject: `${oneLine(invitation.inviter)} invites you to ${oneLine(invitation.organization)} on Footfall`,
	text: [
		`${oneLine(invitation.inviter)} invites you to look at the analytics of ${oneLine(invitation.organization)}.`,
		`Open this page with an account for ${invitation.to}:\n\n${pageAt(baseUrl, `/account/invitation#${invitation.id}`)}`,
	].join("\n\n"),
});
