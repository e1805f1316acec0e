import { type RequestHandler, Router } from "express";

export const SECURITY_TEXT_PATH = "/.well-known/security.txt";

/** Where faults of the product itself are reported, as SECURITY.md has it. */
const PRODUCT = {
	contact: "https://github.com/footfall-analytics/footfall/security/advisories/new",
	policy: "https://github.com/footfall-analytics/footfall/blob/main/SECURITY.md",
};

/** Within the year that RFC 9116 recommends; whoever fetches it later gets a later day. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

export interface SecurityContacts {
	/** Addresses of the operator, most wanted first: `mailto:` or `https:`; the product's own without any. */
	contacts: readonly string[];
	/** The operator's rules for reports; `https:`. */
	policy?: string | undefined;
}

/** The text of `security.txt`, as RFC 9116 defines it. It expires on a day in the future, whenever it is made. */
export const securityText = (
	{ contacts, policy }: SecurityContacts,
	{ baseUrl, now }: { baseUrl: string | undefined; now: number },
): string => {
	const expires = new Date(Math.ceil(now / DAY_MS) * DAY_MS + VALID_DAYS * DAY_MS);
	const isOwn = contacts.length > 0;
	const rules = policy ?? (isOwn ? undefined : PRODUCT.policy);
	const lines = [
		...(isOwn ? contacts : [PRODUCT.contact]).map((contact) => `Contact: ${contact}`),
		`Expires: ${expires.toISOString()}`,
		"Preferred-Languages: en, de",
		// The standard asks for an address with https.
		...(baseUrl?.startsWith("https:") ? [`Canonical: ${baseUrl}${SECURITY_TEXT_PATH}`] : []),
		...(rules === undefined ? [] : [`Policy: ${rules}`]),
	];
	return `${lines.join("\n")}\n`;
};

/** Tells researchers whom to write to. */
export const serveSecurityText = (
	contacts: SecurityContacts,
	baseUrl: string | undefined,
): RequestHandler => {
	const router = Router();
	router.get(SECURITY_TEXT_PATH, (_request, response) => {
		response.setHeader("Cache-Control", "public, max-age=86400");
		response.setHeader("X-Content-Type-Options", "nosniff");
		response.type("text/plain; charset=utf-8");
		response.send(securityText(contacts, { baseUrl, now: Date.now() }));
	});
	return router;
};
