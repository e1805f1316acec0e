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
