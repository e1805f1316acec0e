import { flag } from "@footfall/shared/environment";
import { z } from "zod";
import { isBlank, LENGTHS, PASSWORD_LENGTH } from "./http/typed-fields.ts";

const url = (text: string): URL | undefined => {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
};

/** `https://stats.example.com`: what comes after the host would never match an Origin header. */
const origin = z
	.string()
	.refine(
		(text) => ["http:", "https:"].includes(url(text)?.protocol ?? ""),
		"must be an address like https://stats.example.com",
	)
	.transform((text) => url(text)?.origin ?? text);

/** The environment variables of the api. */
export const apiEnvironment = z.object({
	/** Where users reach the product; cookies are marked secure when it is https. */
	BASE_URL: origin.optional(),
	/** PostgreSQL server; without it the accounts are kept in the data directory. */
	DATABASE_URL: z
		.string()
		.refine(
			(text) => ["postgres:", "postgresql:"].includes(url(text)?.protocol ?? ""),
			"must be an address like postgres://user:password@host:5432/database",
		)
		.optional(),
	DISABLE_SIGNUP: flag.default(false),
	/** Sends mail for password resets and invitations; without it they are printed to the log. */
	SMTP_URL: z
		.string()
		.refine(
			(text) => ["smtp:", "smtps:"].includes(url(text)?.protocol ?? ""),
			"must be an address like smtp://user:password@mail.example.com:587",
		)
		.optional(),
	/** The sender of those mails. */
	MAIL_FROM: z.email("must be an e-mail address").default("footfall@localhost.localdomain"),
	/** The most requests that one API key may make in a minute; 0 = any number. */
	API_KEY_REQUESTS_PER_MINUTE: z.coerce
		.number("must be a whole number")
		.int("must be a whole number")
		.min(0, "must be 0 or more")
		.default(0),
	/** The owner that the first start creates. */
	ADMIN_EMAIL: z
		.email("must be an e-mail address")
		.max(LENGTHS.email, "must have at most 254 characters")
		.optional(),
	ADMIN_PASSWORD: z
		.string()
		.min(PASSWORD_LENGTH.min, "must have 8 to 128 characters")
		.max(PASSWORD_LENGTH.max, "must have 8 to 128 characters")
		.refine((password) => !isBlank(password), "must not be blank")
		.optional(),
});
export type ApiEnvironment = z.infer<typeof apiEnvironment>;
