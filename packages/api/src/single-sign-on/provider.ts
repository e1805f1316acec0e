import { z } from "zod";

/** Roles that a group can give; nobody becomes an owner without a person who makes them one. */
const role = z.enum(["admin", "member", "viewer"]);

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

const issuer = z
	.string()
	.max(2000)
	.refine((text) => {
		if (!URL.canParse(text)) return false;
		const { protocol, hostname, username, password, search, hash } = new URL(text);
		const isSafe = protocol === "https:" || (protocol === "http:" && LOOPBACK.includes(hostname));
		return isSafe && [username, password, search, hash].every((part) => part === "");
	}, "must be the provider's address over https, without a query, a user or a password");

export const domain = z
	.string()
	.max(253)
	.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "must be a domain in lower case, such as example.com");

/** An OpenID provider of the whole instance, as the operator describes it. */
export const OidcProvider = z.strictObject({
	/** Part of addresses and of the accounts' links: it must not change. */
	id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, "must be 1 to 32 of a-z, 0-9 and -"),
	/** On the button. */
	name: z.string().trim().min(1).max(60),
	/** Its discovery document is below: `<issuer>/.well-known/openid-configuration`. */
	issuer,
	clientId: z.string().min(1).max(500),
	clientSecret: z.string().min(1).max(2000),
	scopes: z
		.string()
		.max(500)
		.refine((text) => text.split(/\s+/).includes("openid"), "must contain openid")
		.default("openid email profile"),
	/** More parameters of the request, such as `{"access_type": "offline"}` for Google. */
	parameters: z.record(z.string().min(1).max(100), z.string().max(1000)).default({}),
	/** The id of the organization that its people join; the oldest one by default. */
	organization: z.string().max(100).optional(),
	/** The claim with a person's groups: a list of texts, or one text. */
	groupsClaim: z.string().min(1).max(100).default("groups"),
	/** Which role a group gives; the highest one counts. */
	roles: z.record(z.string().min(1).max(200), role).default({}),
	/** The role of people without such a group; by default `member` without `roles`, else none. */
	defaultRole: role.optional(),
	/** Only addresses of these domains may sign in. */
	domains: z.array(domain).max(100).optional(),
	/** For a provider that leaves out `email_verified`, and whose addresses belong to its people. */
	emailsAreVerified: z.boolean().default(false),
	/** Whether it asks everyone for a second factor, so that Footfall need not. */
	provesSecondFactor: z.boolean().default(false),
});
export type OidcProvider = z.infer<typeof OidcProvider>;

/** The value of `OIDC_PROVIDERS`: a JSON list. */
export const oidcProviders = z
	.string()
	.transform((text, context) => {
		try {
			return JSON.parse(text) as unknown;
		} catch {
			context.addIssue({ code: "custom", message: "must be a list of providers as JSON" });
			return z.NEVER;
		}
	})
	.pipe(z.array(OidcProvider).max(20))
	.refine(
		(all) => new Set(all.map(({ id }) => id)).size === all.length,
		"must have a different id for each provider",
	);

/** A provider on the sign-in page. */
export const SignInProvider = z
	.strictObject({ id: z.string(), name: z.string(), path: z.string() })
	.meta({ component: "SignInProvider" });

/** A provider as the sign-in page shows it. */
export const signInProviderOf = ({ id, name }: Pick<OidcProvider, "id" | "name">) => ({
	...{ id, name },
	path: `/api/sign-in/oidc/${id}`,
});

/** Precedes the id of a provider to which an account is linked. */
export const ACCOUNT_PROVIDER = "oidc:";

/** How accounts are linked to a provider. */
export const accountProviderOf = ({ id }: Pick<OidcProvider, "id">): string =>
	ACCOUNT_PROVIDER + id;
