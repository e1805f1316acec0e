import { createHash } from "node:crypto";
import { type Html, html } from "@footfall/notices";
import { type Request, type Response, Router } from "express";
import type { Database } from "../database/schema.ts";
import { sendCompressed } from "../http/compression.ts";
import { HTML } from "../http/content-type.ts";
import { confirmRecipient, recipientToConfirm } from "./confirmation.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { type PageTexts, pageTexts } from "./page-texts.ts";
import { recipientOfToken } from "./recipient-token.ts";

interface Services {
	database: Database;
	/** Signs the links to unsubscribe. */
	secret: string;
	/** ms since the epoch; the system's clock by default. */
	now?: () => number;
}

const STYLE_HASH = createHash("sha256").update(PAGE_STYLE).digest("base64");
/** As for the product's other pages, with a form and the page's own style; no script is needed or allowed. */
const POLICY = [
	"default-src 'none'",
	`style-src 'sha256-${STYLE_HASH}'`,
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'",
].join("; ");

const pageOf = (texts: PageTexts, title: string, content: Html): string =>
	`<!DOCTYPE html>${
		html`<html lang="${texts.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title>`
			.text
	}<style>${PAGE_STYLE}</style></head><body><main>${html`<p class="brand">Footfall</p><h1>${title}</h1>${content}`.text}</main></body></html>`;

const send = async (response: Response, status: number, page: string): Promise<void> => {
	response.setHeader("Cache-Control", "no-store");
	response.setHeader("Content-Security-Policy", POLICY);
	response.setHeader("X-Content-Type-Options", "nosniff");
	// The address has the token; without any referrer, the browser would not say that the form is the page's own.
	response.setHeader("Referrer-Policy", "same-origin");
	await sendCompressed(response.status(status), HTML, page);
};

const tokenOf = ({ query }: Request): string =>
	typeof query["token"] === "string" ? query["token"].slice(0, 200) : "";

const button = (label: string): Html =>
	html`<form method="post"><button type="submit">${label}</button></form>`;

const languageOf = (request: Request) =>
	request.acceptsLanguages("en", "de") === "de" ? "de" : "en";

const createUnsubscribing = ({ database, secret, now = Date.now }: Services) => {
	const find = async (request: Request) => {
		const recipientId = recipientOfToken(tokenOf(request), secret);
		if (recipientId === undefined) return undefined;
		return database
			.selectFrom("report_mail_recipient as recipient")
			.innerJoin("report_mail", "report_mail.reportMailId", "recipient.reportMailId")
			.where("recipientId", "=", recipientId)
			.select(["recipientId", "userId", "unsubscribedAt", "name", "language"])
			.executeTakeFirst();
	};
	const gone = (request: Request, response: Response) => {
		const texts = pageTexts(languageOf(request));
		return send(response, 404, pageOf(texts, texts.unknown, html`<p>${texts.unknownText}</p>`));
	};
	const done = (response: Response, { language, name, userId }: DoneRow) => {
		const texts = pageTexts(language);
		const again = userId === null ? texts.againOutside : texts.againMember;
		const text = html`<p>${texts.unsubscribedText(name)}</p><p>${again}</p>`;
		return send(response, 200, pageOf(texts, texts.unsubscribed, text));
	};
	return {
		/** Never unsubscribes: scanners of mails open every link. */
		get: async (request: Request, response: Response) => {
			const row = await find(request);
			if (!row) return gone(request, response);
			if (row.unsubscribedAt) return done(response, row);
			const texts = pageTexts(row.language);
			const content = html`<p>${texts.askUnsubscribe(row.name)}</p>${button(texts.unsubscribe)}`;
			return send(response, 200, pageOf(texts, texts.unsubscribe, content));
		},
		/** From the page's button, and from mail programs themselves (RFC 8058). */
		post: async (request: Request, response: Response) => {
			const row = await find(request);
			if (!row) return gone(request, response);
			if (!row.unsubscribedAt)
				await database
					.updateTable("report_mail_recipient")
					.set({ unsubscribedAt: new Date(now()) })
					.where("recipientId", "=", row.recipientId)
					.where("unsubscribedAt", "is", null)
					.execute();
			return done(response, row);
		},
	};
};
interface DoneRow {
	name: string;
	language: "en" | "de";
	userId: string | null;
}

const createConfirming = ({ database, now = Date.now }: Services) => {
	const services = { database, now };
	const expired = (request: Request, response: Response) => {
		const texts = pageTexts(languageOf(request));
		return send(response, 404, pageOf(texts, texts.expired, html`<p>${texts.expiredText}</p>`));
	};
	return {
		/** Never confirms: scanners of mails open every link. */
		get: async (request: Request, response: Response) => {
			const row = await recipientToConfirm(services, tokenOf(request));
			if (!row) return expired(request, response);
			const texts = pageTexts(row.language);
			const content = html`<p>${texts.askConfirm(row.name, row.address ?? "")}</p>${button(texts.confirm)}`;
			return send(response, 200, pageOf(texts, texts.confirm, content));
		},
		post: async (request: Request, response: Response) => {
			const token = tokenOf(request);
			const row = await recipientToConfirm(services, token);
			if (!row || !(await confirmRecipient(services, token))) return expired(request, response);
			const texts = pageTexts(row.language);
			const text = html`<p>${texts.confirmedText(row.name)}</p>`;
			return send(response, 200, pageOf(texts, texts.confirmed, text));
		},
	};
};

/** The pages behind the links in mails, for people without an account too: they need neither a session nor a script. */
export const createReportMailPages = (services: Services): Router => {
	const router = Router();
	const unsubscribing = createUnsubscribing(services);
	const confirming = createConfirming(services);
	router.get("/unsubscribe", unsubscribing.get);
	router.post("/unsubscribe", unsubscribing.post);
	router.get("/confirm", confirming.get);
	router.post("/confirm", confirming.post);
	return router;
};
