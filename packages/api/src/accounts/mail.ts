import type { Logger } from "@footfall/shared/logger";
import nodemailer from "nodemailer";

export interface Mail {
	to: string;
	subject: string;
	text: string;
}

export interface MailSettings {
	/** `smtp://user:password@host:587` */
	smtpUrl: string;
	/** The sender's address. */
	from: string;
}

export interface Mailer {
	/** Resolves at once: the time of an answer must not reveal whether an address has an account. */
	send(mail: Mail): Promise<void>;
	/** Waits for mails that are being sent. */
	close(): Promise<void>;
}

/** Sends mail over SMTP; without settings it is logged, where the operator finds the link. */
export const createMailer = (settings: MailSettings | undefined, logger: Logger): Mailer => {
	if (!settings)
		return {
			send: async (mail) =>
				logger.warn({ mail }, "Mail is not set up (SMTP_URL); this was not sent"),
			close: async () => {},
		};
	const transport = nodemailer.createTransport(settings.smtpUrl, { from: settings.from });
	const sending = new Set<Promise<unknown>>();
	return {
		send: async (mail) => {
			const sent = transport
				.sendMail(mail)
				.catch((err: unknown) =>
					logger.error(
						{ err, subject: mail.subject },
						"A mail could not be sent; ask for it again",
					),
				)
				.finally(() => sending.delete(sent));
			sending.add(sent);
		},
		close: async () => {
			await Promise.all(sending);
			transport.close();
		},
	};
};

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
