import type { MailContent } from "@footfall/notices";
import type { Logger } from "@footfall/shared/logger";
import nodemailer, { type TransportOptions } from "nodemailer";

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

/** A mail whose fate matters to its sender. */
export interface DeliveredMail extends MailContent {
	to: string;
	/** The same in every try, so that a mail which comes twice is recognised: letters and digits, without `<`, `@` and domain. */
	messageId: string;
}

/** A mail server has not taken a mail, or there is none. */
export class MailError extends Error {
	override name = "MailError";
	/** Whether it will never take it, such as for an address that does not exist. */
	readonly isFinal: boolean;
	constructor(message: string, isFinal: boolean) {
		super(message);
		this.isFinal = isFinal;
	}
}

export interface Mailer {
	/** Whether mail leaves this server; if so, a mail that arrived proves the address. */
	readonly delivers: boolean;
	/** Resolves at once, because response times must not reveal whether an address has an account. */
	send(mail: Mail): Promise<void>;
	/**
	 * Resolves to the mail server's answer, once it has accepted the mail.
	 * @throws MailError with the mail server's answer, or what is wrong with it
	 */
	deliver(mail: DeliveredMail): Promise<string>;
	/** Waits for mails that are being sent. */
	close(): Promise<void>;
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const MAX_REASON = 500;

const SMTP_FAULTS: Readonly<Record<string, string>> = {
	ECONNECTION: "The mail server cannot be reached",
	ESOCKET: "The mail server cannot be reached",
	EDNS: "The name of the mail server cannot be resolved",
	ETIMEDOUT: "The mail server does not answer",
	EAUTH: "The mail server does not accept the user and the password of SMTP_URL",
};

const mailErrorOf = (error: unknown): MailError => {
	const {
		code = "",
		responseCode,
		response,
		message,
	} = error as {
		code?: string;
		responseCode?: number;
		response?: string;
		message: string;
	};
	const fault = SMTP_FAULTS[code];
	const reason = [fault, response ?? (fault === undefined ? message : undefined)]
		.filter((part) => part !== undefined)
		.join(": ");
	// RFC 5321: 5yz is permanent. What is wrong with our own account can be put right.
	const isFinal = code !== "EAUTH" && responseCode !== undefined && responseCode >= 500;
	return new MailError(reason.replaceAll(/[\p{Cc}\s]+/gu, " ").slice(0, MAX_REASON), isFinal);
};

/** Sends mail over SMTP; without settings it is logged, where the operator finds the link. */
export const createMailer = (settings: MailSettings | undefined, logger: Logger): Mailer => {
	if (!settings)
		return {
			delivers: false,
			send: async (mail) =>
				logger.warn({ mail }, "Mail is not set up (SMTP_URL); this mail was not sent"),
			deliver: async () => {
				throw new MailError("Mail is not set up (SMTP_URL)", false);
			},
			close: async () => {},
		};
	const transport = nodemailer.createTransport(settings.smtpUrl, { from: settings.from });
	// Nobody waits for the answer to a request here, but deliveries wait for each other.
	const awaited = nodemailer.createTransport(
		{ url: settings.smtpUrl, ...TIMEOUTS } as TransportOptions,
		{ from: settings.from },
	);
	const domain = settings.from.split("@").at(-1) ?? "localhost";
	const sending = new Set<Promise<unknown>>();
	return {
		delivers: true,
		send: async (mail) => {
			const sent = transport
				.sendMail(mail)
				.catch((err: unknown) =>
					logger.error(
						{ err, subject: mail.subject },
						"A mail could not be sent; request it again",
					),
				)
				.finally(() => sending.delete(sent));
			sending.add(sent);
		},
		deliver: async ({ messageId, headers, ...mail }) => {
			try {
				const { response } = await awaited.sendMail({
					...mail,
					messageId: `<${messageId}@${domain}>`,
					headers: { ...headers },
					attachments: [...mail.attachments],
					// No text of a notice may name a file of this machine.
					...{ disableFileAccess: true, disableUrlAccess: true },
				});
				return response;
			} catch (error) {
				throw mailErrorOf(error);
			}
		},
		close: async () => {
			await Promise.all(sending);
			transport.close();
			awaited.close();
		},
	};
};

/** A page of this server; without a base URL only its path, because a Host header can be forged. */
export const pageAt = (baseUrl: string | undefined, path: string) => `${baseUrl ?? ""}${path}`;

/** The mail for a forgotten password. */
export const resetMail = (
	baseUrl: string | undefined,
	{ to, token }: { to: string; token: string },
): Mail => ({
	to,
	subject: "Set a new password for Footfall",
	text: [
		"Someone, hopefully you, requested a new password for this account.",
		`Open this page within an hour:\n\n${pageAt(baseUrl, `/account/reset-password#${token}`)}`,
		"If it was not you, ignore this email. Your password stays the same.",
	].join("\n\n"),
});

const MAX_NAME = 60;

/**
 * A user-chosen name, made safe for a mail: letters, digits and a few marks on one line, in quotation marks. Anything
 * that could form a link, start a line or end the quotation becomes a space.
 */
export const quoted = (name: string): string => {
	const plain = name
		.slice(0, 4 * MAX_NAME)
		.replaceAll(/[^\p{L}\p{M}\p{N}&'’+-]/gu, " ")
		.split(" ")
		.filter((word) => word !== "")
		.join(" ");
	return `“${[...plain].slice(0, MAX_NAME).join("").trim()}”`;
};

/** The mail for an invitation to an organization. */
export const invitationMail = (
	baseUrl: string | undefined,
	invitation: { to: string; id: string; organization: string; inviter: string },
): Mail => ({
	to: invitation.to,
	subject: "You are invited to an organization on Footfall",
	text: [
		"You are invited to see the analytics of an organization. The sender chose the names below:",
		`From: ${quoted(invitation.inviter)}\nOrganization: ${quoted(invitation.organization)}`,
		`To accept, open this page with an account for ${invitation.to}:\n\n${pageAt(baseUrl, `/account/invitation#${invitation.id}`)}`,
		"If you do not know them, ignore this email. You join only if you accept.",
	].join("\n\n"),
});

/** The mail that asks whether notices of an organization may be sent to an address. */
export const channelMail = (
	baseUrl: string | undefined,
	{ to, token, organization }: { to: string; token: string; organization: string },
): Mail => ({
	to,
	subject: "Receive alerts from Footfall?",
	text: [
		"An organization on Footfall wants to send its alerts to this address. It chose the name below:",
		`Organization: ${quoted(organization)}`,
		`To receive them, open this page within a week:\n\n${pageAt(baseUrl, `/account/confirm-channel#${token}`)}`,
		"If you do not know them, ignore this email. Nothing more is sent.",
	].join("\n\n"),
});

/** The mail that proves an address. */
export const verificationMail = (
	baseUrl: string | undefined,
	{ to, token }: { to: string; token: string },
): Mail => ({
	to,
	subject: "Confirm your address for Footfall",
	text: [
		"Someone, hopefully you, uses this address for a Footfall account.",
		`To confirm that it is yours, open this page within a day:\n\n${pageAt(baseUrl, `/account/verify-email#${token}`)}`,
		"If it was not you, ignore this email.",
	].join("\n\n"),
});

/** The mail to the account's previous address. */
export const changedAddressMail = (to: string): Mail => ({
	to,
	subject: "The address of your Footfall account has changed",
	text: [
		"The account that used this address now uses another one.",
		"If you did not change it, contact the administrator of the server.",
	].join("\n\n"),
});
