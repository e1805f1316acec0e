import { createHash } from "node:crypto";
import { callChannel, type MailContent, mailOfNotice, requestOfNotice } from "@footfall/notices";
import { ApiError } from "@footfall/shared/api-error";
import type { Logger } from "@footfall/shared/logger";
import { requireMailable } from "../access/second-factor.ts";
import { MailError, type Mailer } from "../accounts/mail.ts";
import { type ChannelRow, openChannelSecret } from "../channels/stored-channels.ts";
import type { DeliveryPayload } from "../database/delivery-tables.ts";
import type { Database } from "../database/schema.ts";
import type { DeliveryRow } from "./claim-deliveries.ts";

/** The payload of a report, as it was enqueued. */
export type ReportPayload = Extract<DeliveryPayload, { kind: "report" }>;
/** The payload of a mail that asks for consent. */
export type ConfirmationPayload = Extract<DeliveryPayload, { kind: "confirmation" }>;

/** What sends deliveries. */
export interface DeliveryServices {
	database: Database;
	/** The installation's key, with which channels' secrets are encrypted. */
	secret: string;
	mailer: Mailer;
	/** Whether channels may have addresses of private networks. */
	policy: { privateNetworks: boolean };
	logger: Logger;
	/**
	 * Makes the mails that are no notices, when they are sent. An ApiError ends the delivery with its message; after any
	 * other failure it is tried again. Absent where only notices are sent.
	 */
	mailOf?: {
		report(payload: ReportPayload): Promise<MailContent>;
		confirmation(payload: ConfirmationPayload): Promise<MailContent>;
	};
	/** The server of Telegram's bot API; Telegram's own unless given. */
	telegramServer?: string | undefined;
}

/**
 * What came of a try.
 * - `sent`: accepted
 * - `retry`: it may work later
 * - `failed`: it never will
 * - `gone`: neither this nor anything else will be accepted there
 * - `dropped`: the channel is off
 */
export interface TryOutcome {
	result: "sent" | "retry" | "failed" | "gone" | "dropped";
	/** In words for an administrator. */
	answer: string;
	retryAfterMs?: number | undefined;
}

/** What is sent, without the row that it is stored in. */
export type Sendable = Pick<
	DeliveryRow,
	"organizationId" | "recipient" | "key" | "copy" | "payload" | "createdAt" | "address"
>;

const TELEGRAM = "https://api.telegram.org";
const TIMEOUT_MS = 90_000;

const OFF = {
	person: "The channel is switched off",
	gone: "The channel is off, because its server wanted no messages any more (410)",
	unconfirmed: "The channel is off, because its address is not confirmed",
} as const;
const UNREADABLE =
	"The channel's secret cannot be decrypted, because the SECRET of this installation has changed: enter it again";

/** By what receivers know a delivery, in every try. */
const identityOf = ({ recipient, key, copy }: Sendable): string =>
	createHash("sha256").update(`${recipient}\n${key}\n${copy}`).digest("hex").slice(0, 32);

const contentOf = async (
	mailOf: DeliveryServices["mailOf"],
	payload: DeliveryPayload,
): Promise<MailContent> => {
	if (payload.kind === "notice") return mailOfNotice(payload.notice);
	if (!mailOf) throw new ApiError("INVALID_REQUEST", "This server makes no reports");
	return payload.kind === "report" ? mailOf.report(payload) : mailOf.confirmation(payload);
};

const sendMail = async (
	{ database, mailer, mailOf, logger }: DeliveryServices,
	to: string,
	delivery: Sendable,
): Promise<TryOutcome> => {
	const { organizationId, payload } = delivery;
	let content: MailContent;
	try {
		// A mail that asks for consent shows no figures.
		if (payload.kind !== "confirmation")
			await requireMailable(database, { organizationId, address: to });
		content = await contentOf(mailOf, payload);
	} catch (error) {
		if (error instanceof ApiError) return { result: "failed", answer: error.message };
		logger.error({ err: error, key: delivery.key }, "The content of a mail could not be made");
		return {
			result: "retry",
			answer: "Its content could not be made: the log of the server says why",
		};
	}
	try {
		const answer = await mailer.deliver({ ...content, to, messageId: identityOf(delivery) });
		return { result: "sent", answer };
	} catch (error) {
		if (!(error instanceof MailError)) throw error;
		return { result: error.isFinal ? "failed" : "retry", answer: error.message };
	}
};

/** Sends to a channel, whether it is on or not. */
const sendToChannel = async (
	services: DeliveryServices,
	channel: ChannelRow,
	delivery: Sendable,
): Promise<TryOutcome> => {
	const { target } = channel;
	if (target.kind === "mail") return sendMail(services, target.address, delivery);
	const { payload, createdAt } = delivery;
	if (payload.kind !== "notice")
		return { result: "failed", answer: "This can only be sent by mail: choose a mail channel" };
	const secret = openChannelSecret(channel.sealedSecret, services.secret);
	if (secret === undefined) return { result: "failed", answer: UNREADABLE };
	const { telegramServer = TELEGRAM, policy } = services;
	const request = requestOfNotice(
		payload.notice,
		{ target, secret },
		{ id: `msg_${identityOf(delivery)}`, createdAt, now: new Date(), telegramServer },
	);
	const { isAccepted, isGone, retryAfterMs, answer } = await callChannel(request, policy);
	if (isAccepted) return { result: "sent", answer };
	return { result: isGone ? "gone" : "retry", answer, retryAfterMs };
};

/** A try that ends, whatever a mail server does. */
const inTime = async (trying: Promise<TryOutcome>): Promise<TryOutcome> => {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<TryOutcome>((resolve) => {
		timer = setTimeout(resolve, TIMEOUT_MS, {
			result: "retry",
			answer: `It was not accepted within ${TIMEOUT_MS / 1000} s`,
		});
	});
	try {
		return await Promise.race([trying, late]);
	} finally {
		clearTimeout(timer);
	}
};

/** Tries a delivery once. Never rejects: one that cannot be sent must not stop others. */
export const tryDelivery = async (
	services: DeliveryServices,
	delivery: Sendable,
	channel: ChannelRow | undefined,
): Promise<TryOutcome> => {
	try {
		if (channel && !channel.isOn)
			return { result: "dropped", answer: OFF[channel.offReason ?? "person"] };
		if (channel) return await inTime(sendToChannel(services, channel, delivery));
		if (delivery.address === null) return { result: "dropped", answer: "The channel was removed" };
		return await inTime(sendMail(services, delivery.address, delivery));
	} catch (error) {
		services.logger.error({ err: error, key: delivery.key }, "A delivery could not be made");
		return { result: "retry", answer: "It could not be made: the log of the server says why" };
	}
};
