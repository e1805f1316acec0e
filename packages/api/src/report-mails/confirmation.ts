import { createHash, createHmac, randomBytes } from "node:crypto";
import type { MailContent } from "@footfall/notices";
import { ApiError } from "@footfall/shared/api-error";
import { sql } from "kysely";
import type { Mailer } from "../accounts/mail.ts";
import { onceCommitted } from "../database/atomically.ts";
import { hashOfToken } from "../database/hash-of-token.ts";
import type { Database } from "../database/schema.ts";
import { enqueue } from "../deliveries/enqueue.ts";
import type { ConfirmationPayload } from "../deliveries/try-delivery.ts";
import { confirmationMail } from "./confirmation-mail.ts";

const VALID_MS = 7 * 24 * 60 * 60 * 1000;
/** Mails that ask an address for its consent, on one day (UTC), by all organizations together. */
const MOST_FOR_ADDRESS = 3;
/** Such mails of one organization on one day. */
const MOST_OF_ORGANIZATION = 100;

/** What is needed to ask an address for its consent. */
export interface ConfirmationServices {
	database: Database;
	mailer: Mailer;
	baseUrl: string | undefined;
	/** Of which tokens are derived. */
	secret: string;
	/** ms since the epoch. */
	now: () => number;
}

/** The same in each try, so that a mail which comes twice has the same link. */
const tokenOf = ({ recipientId, nonce }: ConfirmationPayload, secret: string): string =>
	createHmac("sha256", secret)
		.update(`report mail consent:${recipientId}:${nonce}`)
		.digest("base64url");

const identifierOf = (token: string) => hashOfToken(`report-mail:${token}`);

const countUp = async (database: Database, key: string, day: string): Promise<number> => {
	const { rows } = await sql<{ count: number }>`
		INSERT INTO "report_mail_confirmation" AS "known" ("key", "day", "count")
		VALUES (${key}, ${day}, 1)
		ON CONFLICT ("key") DO UPDATE SET
			"count" = CASE WHEN "known"."day" = excluded."day" THEN "known"."count" + 1 ELSE 1 END,
			"day" = excluded."day"
		RETURNING "count"`.execute(database);
	return rows[0]?.count ?? 0;
};

/** @throws ApiError 400 for an address or an organization with too many such mails today */
const requireFew = async (
	{ database, now }: ConfirmationServices,
	organizationId: string,
	address: string,
): Promise<void> => {
	const day = new Date(now()).toISOString().slice(0, 10);
	await database.deleteFrom("report_mail_confirmation").where("day", "<", day).execute();
	// The table holds no addresses that somebody else typed in.
	const hash = createHash("sha256").update(address).digest("base64url");
	if ((await countUp(database, `address:${hash}`, day)) > MOST_FOR_ADDRESS)
		throw new ApiError(
			"INVALID_REQUEST",
			`${address} has got ${MOST_FOR_ADDRESS} mails today that ask for its consent: ask the person to open one of them, or try again tomorrow`,
		);
	if ((await countUp(database, `organization:${organizationId}`, day)) > MOST_OF_ORGANIZATION)
		throw new ApiError(
			"INVALID_REQUEST",
			`This organization has asked ${MOST_OF_ORGANIZATION} addresses for their consent today: add others tomorrow`,
		);
};

/**
 * Enqueues a mail with a link with which an address without an account agrees to get a report; call it inside a
 * transaction. The link is valid for seven days and replaces an earlier one. Without a mail server, the mail is logged.
 * @throws ApiError 400 if the address has got too many such mails today
 */
export const askForConsent = async (
	services: ConfirmationServices,
	report: { organizationId: string; language: "en" | "de" },
	recipient: { recipientId: number; address: string },
): Promise<void> => {
	const { database, mailer, baseUrl, secret, now } = services;
	const { organizationId, language } = report;
	const { recipientId, address } = recipient;
	await requireFew(services, organizationId, address);
	const nonce = randomBytes(24).toString("base64url");
	const payload: ConfirmationPayload = { kind: "confirmation", recipientId, nonce };
	const token = tokenOf(payload, secret);
	await database
		.updateTable("report_mail_recipient")
		.set({ tokenHash: identifierOf(token), tokenExpiresAt: new Date(now() + VALID_MS) })
		.where("recipientId", "=", recipientId)
		.execute();
	if (mailer.delivers) {
		const key = `consent:${recipientId}:${nonce.slice(0, 8)}`;
		await enqueue(database, [{ organizationId, address, key, payload }]);
		return;
	}
	const { name } = await database
		.selectFrom("organization")
		.select("name")
		.where("id", "=", organizationId)
		.executeTakeFirstOrThrow();
	await onceCommitted(() =>
		mailer.send(confirmationMail(baseUrl, { to: address, token, language, organization: name })),
	);
};

/**
 * Makes the mail that asks an address for its consent when it is sent.
 * @throws ApiError if its link is of no use any more
 */
export const createMakeConfirmation =
	({
		database,
		baseUrl,
		secret,
		now,
	}: Pick<ConfirmationServices, "database" | "baseUrl" | "secret" | "now">) =>
	async (payload: ConfirmationPayload): Promise<MailContent> => {
		const token = tokenOf(payload, secret);
		const recipient = await database
			.selectFrom("report_mail_recipient as recipient")
			.innerJoin("report_mail", "report_mail.reportMailId", "recipient.reportMailId")
			.innerJoin("organization", "organization.id", "report_mail.organizationId")
			.where("recipient.recipientId", "=", payload.recipientId)
			.where("recipient.tokenHash", "=", identifierOf(token))
			.where("recipient.tokenExpiresAt", ">", new Date(now()))
			.select(["recipient.address", "report_mail.language", "organization.name"])
			.executeTakeFirst();
		if (!recipient?.address)
			throw new ApiError(
				"INVALID_REQUEST",
				"Its link is of no use any more: the address has agreed, was asked again, was removed, or had seven days",
			);
		const { address: to, language, name: organization } = recipient;
		const { subject, text } = confirmationMail(baseUrl, { to, token, language, organization });
		return {
			...{ subject, text, html: "", attachments: [] },
			headers: { "Auto-Submitted": "auto-generated" },
		};
	};

/** The recipient whose mailed link carries this token, while it is valid. */
export const recipientToConfirm = async (
	{ database, now }: Pick<ConfirmationServices, "database" | "now">,
	token: string,
) =>
	database
		.selectFrom("report_mail_recipient as recipient")
		.innerJoin("report_mail", "report_mail.reportMailId", "recipient.reportMailId")
		.where("recipient.tokenHash", "=", identifierOf(token))
		.where("recipient.tokenExpiresAt", ">", new Date(now()))
		.select([
			"recipient.recipientId",
			"recipient.address",
			"report_mail.name",
			"report_mail.language",
		])
		.executeTakeFirst();

/** Notes that an address agreed, once for each token. @returns whether the token was valid */
export const confirmRecipient = async (
	{ database, now }: Pick<ConfirmationServices, "database" | "now">,
	token: string,
): Promise<boolean> => {
	const at = new Date(now());
	const changed = await database
		.updateTable("report_mail_recipient")
		.set({ confirmedAt: at, tokenHash: null, tokenExpiresAt: null, unsubscribedAt: null })
		.where("tokenHash", "=", identifierOf(token))
		.where("tokenExpiresAt", ">", at)
		.returning("recipientId")
		.executeTakeFirst();
	return changed !== undefined;
};
