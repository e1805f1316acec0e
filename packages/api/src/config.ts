import { flag } from "@footfall/shared/environment";
import {
	MAX_BOT_RETENTION_DAYS,
	MAX_REPLAY_RETENTION_DAYS,
	MAX_RETENTION_DAYS,
} from "@footfall/shared/limits";
import { withoutTrailing } from "@footfall/shared/text/without-trailing";
import { z } from "zod";
import { isBlank, LENGTHS, PASSWORD_LENGTH } from "./http/typed-fields.ts";
import { oidcProviders } from "./single-sign-on/provider.ts";

/** A URL with one of these protocols. */
const url = (protocols: readonly string[], error: string) =>
	z
		.string()
		.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), error);

/** `https://example.com/stats`, without a trailing slash. */
const webAddress = url(
	["http:", "https:"],
	"must be an address like https://stats.example.com",
).transform((text) => {
	const { origin, pathname } = new URL(text);
	return origin + withoutTrailing(pathname, "/");
});

/** URIs as in a `Contact` of `security.txt`; mail addresses become some. */
const securityContacts = z
	.string()
	.transform((text) =>
		text
			.split(/[\s,]+/)
			.filter((contact) => contact !== "")
			.map((contact) => (z.email().safeParse(contact).success ? `mailto:${contact}` : contact)),
	)
	.refine(
		(contacts) =>
			contacts.every((one) => /^(https:\/\/|mailto:|tel:)/.test(one) && URL.canParse(one)),
		"must be mail addresses or addresses like https://example.com/report, separated by commas",
	);

const days = (most: number) =>
	z.coerce
		.number(`must be a number of days from 1 to ${most}`)
		.int(`must be a number of days from 1 to ${most}`)
		.min(1, `must be a number of days from 1 to ${most}`)
		.max(most, `must be a number of days from 1 to ${most}`)
		.optional();

const quota = z.coerce
	.number("must be a whole number, 0 or more")
	.int("must be a whole number, 0 or more")
	.min(0, "must be a whole number, 0 or more")
	.optional();

/** The environment variables of the api. */
export const apiEnvironment = z.object({
	/** The product's public URL, which may have a path; cookies are marked secure when it is https. */
	BASE_URL: webAddress.optional(),
	/** Origins whose pages may use the api with a key, besides the product's own. */
	CORS_ORIGINS: z
		.string()
		.transform((text) => text.split(/[\s,]+/).filter((origin) => origin !== ""))
		.refine(
			(origins) => origins.every((text) => URL.canParse(text) && new URL(text).origin === text),
			"must be origins like https://www.example.com, without a path, separated by commas",
		)
		.default([]),
	/** PostgreSQL server; without it the accounts are stored in the data directory. */
	DATABASE_URL: url(
		["postgres:", "postgresql:"],
		"must be an address like postgres://user:password@host:5432/database",
	).optional(),
	/** Whether anybody may sign up; otherwise only administrators and invitations create accounts. */
	ALLOW_SIGNUP: flag.default(false),
	/** Whether people may sign in with passwords and passkeys, and not only with `OIDC_PROVIDERS`. */
	PASSWORD_SIGN_IN: flag.default(true),
	/** Where to report vulnerabilities of this server, most wanted first; those of the product by default. */
	SECURITY_CONTACT: securityContacts.default([]),
	/** The rules for such reports. */
	SECURITY_POLICY: z
		.url({ protocol: /^https$/, error: "must be an address like https://example.com/security" })
		.optional(),
	/** Providers to sign in with, as JSON. */
	OIDC_PROVIDERS: oidcProviders.default([]),
	/** Sends mail for password resets and invitations; without it they are logged. */
	SMTP_URL: url(
		["smtp:", "smtps:"],
		"must be an address like smtp://user:password@mail.example.com:587",
	).optional(),
	/** The sender of those mails. */
	MAIL_FROM: z.email("must be an e-mail address").default("footfall@localhost.localdomain"),
	/** Maximum requests per minute for each API key; 0 = no limit. */
	API_KEY_REQUESTS_PER_MINUTE: z.coerce
		.number("must be a whole number")
		.int("must be a whole number")
		.min(0, "must be 0 or more")
		.default(0),
	/** Quotas of one account. */
	QUOTA_ORGANIZATIONS: quota,
	QUOTA_SITES: quota,
	QUOTA_TEAMS: quota,
	QUOTA_GOALS: quota,
	QUOTA_FUNNELS: quota,
	QUOTA_SEGMENTS: quota,
	QUOTA_ANNOTATIONS: quota,
	QUOTA_ALERTS: quota,
	QUOTA_QUESTIONS: quota,
	QUOTA_BOARDS: quota,
	QUOTA_CHANNELS: quota,
	QUOTA_INVITATIONS_PER_DAY: quota,
	/** Maximum days of retention, whatever a site's setting; without them, the sites' settings apply. */
	EVENT_RETENTION_DAYS: days(MAX_RETENTION_DAYS),
	USER_RETENTION_DAYS: days(MAX_RETENTION_DAYS),
	BOT_RETENTION_DAYS: days(MAX_BOT_RETENTION_DAYS),
	REPLAY_RETENTION_DAYS: days(MAX_REPLAY_RETENTION_DAYS),
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
