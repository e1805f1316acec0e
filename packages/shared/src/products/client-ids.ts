import { z } from "zod";

/** The products whose clients may send events, unmodified, to a site that they know by an id of their own. */
export const CLIENT_PRODUCTS = ["plausible", "umami", "google", "matomo", "segment"] as const;
export type ClientProduct = (typeof CLIENT_PRODUCTS)[number];

/** The most ids of a site. */
export const MAX_CLIENT_IDS = 20;

const uuid = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** How an id of each product is written, and what an error says about another. */
const WRITTEN: Readonly<Record<ClientProduct, readonly [pattern: RegExp, rule: string]>> = {
	plausible: [
		/^[^\s,]{1,253}$/,
		"Must be the value of data-domain, such as shop.example, without spaces and commas",
	],
	umami: [new RegExp(`^${uuid}$`), "Must be the website's UUID in lower case"],
	google: [/^G-[A-Z0-9]{4,20}$/, "Must be a measurement id such as G-AB12CD34EF"],
	matomo: [/^[1-9]\d{0,8}$/, "Must be an idsite: a number from 1 on"],
	segment: [
		/^[\w.-]{1,64}$/,
		"Must be a write key, or the name of a source whose write key is the secret: letters, digits, -, _ and .",
	],
};

/** Ids are compared as this writes them. */
export const comparableClientId = (product: ClientProduct, id: string): string =>
	product === "plausible" || product === "umami" ? id.toLowerCase() : id;

/** SHA-256 of a secret, base64url without padding. */
const secretHash = z.string().regex(/^[\w-]{43}$/);

/** Without one, nothing may be sent under the id. */
const needsSecret = (product: ClientProduct) => product === "google";

interface NamedId {
	product: ClientProduct;
	id: string;
}

const checkId = ({ value, issues }: z.core.ParsePayload<NamedId>): void => {
	const [pattern, rule] = WRITTEN[value.product];
	if (!pattern.test(value.id))
		issues.push({ code: "custom", path: ["id"], message: rule, input: value.id });
};

const product = z.enum(CLIENT_PRODUCTS);

/** An id under which clients of another product send events of a site. */
export const ClientId = z
	.object({
		product,
		/** In comparable form. */
		id: z.string(),
		/**
		 * Requests that present this secret (`api_secret`, `token_auth`, a write key) come from the site's servers: they may
		 * name their visitors' addresses and user agents, and are not judged as bots.
		 */
		secretHash: secretHash.optional(),
	})
	.check(checkId);
export type ClientId = z.infer<typeof ClientId>;

export const clientIds = z.array(ClientId).max(MAX_CLIENT_IDS);

/** What a site's administrator states about such an id. */
export const ClientIdUpdate = z
	.object({
		product,
		id: z.string(),
		secret: z
			.string()
			.min(8)
			.max(512)
			.nullable()
			.optional()
			.describe(
				"What clients present as `api_secret` (Google), `token_auth` (Matomo) or write key (Segment). Absent = as before, null = none.",
			),
		isSecretSet: z.boolean().optional().describe("Ignored, so that an answer can be sent back."),
	})
	.meta({ component: "ClientIdUpdate" })
	.transform((given) => ({ ...given, id: comparableClientId(given.product, given.id) }))
	.check(checkId);
export type ClientIdUpdate = z.infer<typeof ClientIdUpdate>;

export const ClientIdUpdates = z.array(ClientIdUpdate).max(MAX_CLIENT_IDS);

/** The same as its readers see it: without the secret. */
export const ClientIdAnswer = z
	.object({ product, id: z.string(), isSecretSet: z.boolean() })
	.meta({ component: "ClientId" });

/** Why a list cannot be saved; `undefined` if it can. */
export const faultInClientIds = (ids: readonly ClientId[]): string | undefined => {
	const seen = new Set<string>();
	for (const { product, id, secretHash } of ids) {
		if (seen.has(`${product} ${id}`)) return `clientIds has ${id} of ${product} twice: remove one`;
		seen.add(`${product} ${id}`);
		if (secretHash === undefined && needsSecret(product))
			return `clientIds: ${id} needs a secret, which clients send as api_secret`;
	}
	return undefined;
};
