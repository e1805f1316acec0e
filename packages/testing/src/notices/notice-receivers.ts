import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pause } from "@footfall/shared/waiting/pause";
import { SMTPServer } from "smtp-server";

/** A server's acceptance of something. */
export interface AcceptedNotice {
	/** Who got it, and its subject or title. */
	what: string;
	/** The Message-ID or webhook-id. */
	id: string;
	/** As `performance.now()`. */
	at: number;
	/** The whole mail, or the body of the request. */
	text: string;
}

const header = (mail: string, name: string) =>
	new RegExp(`^${name}: (.*)$`, "im").exec(mail)?.[1]?.trim() ?? "";

/**
 * A mail server and a webhook receiver, which keep what they accept and can be down.
 * @param random from 0 to 1; the sender hears of an acceptance after up to 20 ms
 */
export const openNoticeReceivers = async (random: () => number) => {
	const accepted: AcceptedNotice[] = [];
	let isMailDown = false;
	let onAcceptance = async () => {};
	const accept = async (what: string, id: string, text: string) => {
		accepted.push({ what, id, text, at: performance.now() });
		await onAcceptance();
		await pause(random() * 20);
	};
	const mails = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		onConnect: (_session, done) =>
			done(isMailDown ? Object.assign(new Error("Down"), { responseCode: 421 }) : undefined),
		onData: (stream, session, done) => {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", async () => {
				const mail = Buffer.concat(chunks).toString();
				const [to] = session.envelope.rcptTo;
				await accept(`${to?.address} ${header(mail, "Subject")}`, header(mail, "Message-ID"), mail);
				done();
			});
		},
	});
	// A killed client ends its connection without a word.
	mails.on("error", () => {});
	mails.listen(0, "127.0.0.1");
	await once(mails.server, "listening");
	const hooks = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += String(chunk);
		const { data } = JSON.parse(body) as { data: { title: string } };
		await accept(`${request.url} ${data.title}`, String(request.headers["webhook-id"]), body);
		response.end();
	});
	hooks.listen(0, "127.0.0.1");
	await once(hooks, "listening");
	const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
	return {
		accepted,
		smtpUrl: `smtp://127.0.0.1:${portOf(mails.server)}`,
		hooksUrl: `http://127.0.0.1:${portOf(hooks)}`,
		setMailDown: (isDown: boolean) => {
			isMailDown = isDown;
		},
		/** What happens before the sender hears of the acceptance. */
		setOnAcceptance: (act: () => Promise<void>) => {
			onAcceptance = act;
		},
		close: async () => {
			hooks.closeAllConnections();
			hooks.close();
			await new Promise<void>((resolve) => mails.close(() => resolve()));
		},
	};
};
export type NoticeReceivers = Awaited<ReturnType<typeof openNoticeReceivers>>;
