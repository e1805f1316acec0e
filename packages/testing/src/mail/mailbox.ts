import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { type MailPart, parsedMail } from "./parsed-mail.ts";

/** A mail that arrived, with its recipient. */
export interface ArrivedMail extends MailPart {
	to: string;
	/** As it came over SMTP, with one character per byte. */
	raw: string;
}

/** A mail server that keeps what it receives, and refuses recipients whose address begins with `nobody`. */
export const openMailbox = async () => {
	const mails: ArrivedMail[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		onRcptTo: ({ address }, _session, done) => {
			if (!address.startsWith("nobody")) return done();
			done(Object.assign(new Error("No such user here"), { responseCode: 550 }));
		},
		onData: (stream, { envelope }, done) => {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", () => {
				const raw = Buffer.concat(chunks).toString("latin1");
				const to = envelope.rcptTo.map(({ address }) => address).join(",");
				mails.push({ ...parsedMail(raw), to, raw });
				done();
			});
		},
	});
	server.listen(0, "127.0.0.1");
	await once(server.server, "listening");
	const { port } = server.server.address() as AddressInfo;
	return {
		settings: { smtpUrl: `smtp://127.0.0.1:${port}`, from: "footfall@example.com" },
		/** Those that arrived since the last call. */
		taken: (): ArrivedMail[] => mails.splice(0),
		close: () => new Promise<void>((resolve) => server.close(() => resolve())),
	};
};
