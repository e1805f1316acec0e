import { randomBytes } from "node:crypto";
import { ApiError } from "@footfall/shared/api-error";
import type { Selectable } from "kysely";
import { z } from "zod";
import { isInstanceAdmin } from "../access/caller.ts";
import type { OrganizationProviderTable } from "../database/organization-provider-table.ts";
import type { Database } from "../database/schema.ts";
import { isUniqueViolation } from "../database/unique-violation.ts";
import { privateHostRefusal } from "../destinations/permitted-targets.ts";
import { sealSecret } from "../destinations/sealed-secret.ts";
import { found } from "../http/found.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import { domain, OidcProvider, SignInProvider, signInProviderOf } from "./provider.ts";
import type { ProviderSource } from "./provider-source.ts";

const MAX_PROVIDERS = 10;

export interface OrganizationProviderServices {
	database: Database;
	secret: string;
	baseUrl?: string | undefined;
	/** The operator's providers, whose domains nobody else may claim. */
	providers: ProviderSource;
	policy: { privateNetworks: boolean };
	/** The TXT records of a name. */
	resolveTxt(name: string): Promise<string[][]>;
}

const path = "/api/organizations/{organizationId}/sign-in-providers";
const one = {
	path: `${path}/{providerId}`,
	tags: ["Organizations"],
	access: { organization: "admin", scope: "unlimited" },
	params: z.object({ providerId: z.string().max(100) }),
} as const;

const NewProvider = OidcProvider.pick({
	name: true,
	issuer: true,
	clientId: true,
	clientSecret: true,
	scopes: true,
	parameters: true,
	groupsClaim: true,
	roles: true,
	defaultRole: true,
	emailsAreVerified: true,
})
	.extend({ domain })
	.meta({ component: "NewSignInProvider" });

const ShownProvider = z
	.strictObject({
		id: z.string(),
		name: z.string(),
		issuer: z.string(),
		clientId: z.string(),
		domain: z.string(),
		isVerified: z.boolean().describe("Whether the domain is the organization's"),
		record: z
			.strictObject({ name: z.string(), value: z.string() })
			.meta({ component: "DomainRecord" })
			.describe("The TXT record that proves it"),
		redirectUri: z.string().describe("The redirect address to register at the provider"),
	})
	.meta({ component: "OrganizationSignInProvider" });

const recordOf = (row: Pick<Selectable<OrganizationProviderTable>, "domain" | "domainToken">) => ({
	name: `_footfall.${row.domain}`,
	value: `footfall-domain-verification=${row.domainToken}`,
});

const claimed = () =>
	new ApiError(
		"CONFLICT",
		"Another organization, or the operator of this server, has this domain already: ask an administrator of the instance",
		{ code: "DOMAIN_CLAIMED" },
	);

type ProviderRow = Selectable<OrganizationProviderTable>;

const shownBy =
	(baseUrl: string | undefined) =>
	(row: ProviderRow): z.output<typeof ShownProvider> => ({
		id: row.providerId,
		name: row.name,
		issuer: row.issuer,
		clientId: row.clientId,
		domain: row.domain,
		isVerified: row.domainVerifiedAt !== null,
		record: recordOf(row),
		redirectUri: `${baseUrl ?? ""}/api/sign-in/oidc/${row.providerId}/callback`,
	});

/** @throws ApiError 409 for a domain that somebody else has */
const requireUnclaimed = async (
	providers: ProviderSource,
	wanted: string,
	organizationId: string,
): Promise<void> => {
	const isOperators = providers.instance.some(({ domains }) => domains?.includes(wanted));
	const owner = await providers.ofDomain(wanted);
	if (isOperators || (owner && owner.organization !== organizationId)) throw claimed();
};

const provesDomain = async (
	row: ProviderRow,
	resolveTxt: OrganizationProviderServices["resolveTxt"],
): Promise<boolean> => {
	const { name, value } = recordOf(row);
	const records = await resolveTxt(name).catch(() => []);
	return records.some((parts) => parts.join("").trim() === value);
};

const listProviders = ({ database, baseUrl }: OrganizationProviderServices): Route =>
	route({
		...{ ...one, path, params: undefined },
		method: "get",
		access: { organization: "admin", scope: "org:read" },
		summary: "The OpenID providers of an organization",
		description: "Without their secrets.",
		response: z.strictObject({ data: z.array(ShownProvider) }),
		handle: async ({ organizationId }) => {
			const rows = await database
				.selectFrom("organization_provider")
				.selectAll()
				.where("organizationId", "=", organizationId)
				.orderBy("createdAt")
				.execute();
			return { data: rows.map(shownBy(baseUrl)) };
		},
	});

const addProvider = ({
	database,
	secret,
	baseUrl,
	providers,
	policy,
}: OrganizationProviderServices): Route =>
	route({
		...{ ...one, path, params: undefined },
		method: "post",
		summary: "Adds an OpenID provider for the addresses of a mail domain",
		description:
			"People can sign in with it once the domain is verified: set the TXT record and call `verify`. 409 with `DOMAIN_CLAIMED` for a domain that somebody else has.",
		audit: "organization.provider-add",
		body: NewProvider,
		response: ShownProvider,
		status: 201,
		handle: async ({ organizationId, body }) => {
			if (baseUrl === undefined)
				throw new ApiError(
					"INVALID_REQUEST",
					"The operator of this server has to set BASE_URL first, so that providers send people back here",
				);
			const { domain: wanted, clientSecret, name, issuer, clientId, ...settings } = body;
			await requireUnclaimed(providers, wanted, organizationId);
			const refusal = policy.privateNetworks
				? ""
				: await privateHostRefusal(new URL(issuer).hostname);
			if (refusal !== "") throw new ApiError("INVALID_REQUEST", refusal);
			const { count } = await database
				.selectFrom("organization_provider")
				.select((row) => row.fn.countAll<string>().as("count"))
				.where("organizationId", "=", organizationId)
				.executeTakeFirstOrThrow();
			if (Number(count) >= MAX_PROVIDERS)
				throw new ApiError(
					"INVALID_REQUEST",
					`An organization has at most ${MAX_PROVIDERS} providers`,
				);
			const row = await database
				.insertInto("organization_provider")
				.values({
					providerId: `o_${randomBytes(9).toString("base64url")}`,
					...{ organizationId, name, issuer, clientId, domain: wanted },
					sealedSecret: sealSecret(clientSecret, secret),
					settings: JSON.stringify(settings),
					domainToken: randomBytes(18).toString("base64url"),
				})
				.returningAll()
				.executeTakeFirstOrThrow();
			return shownBy(baseUrl)(row);
		},
	});

const verifyProvider = ({
	database,
	baseUrl,
	providers,
	resolveTxt,
}: OrganizationProviderServices): Route =>
	route({
		...one,
		path: `${one.path}/verify`,
		method: "post",
		summary: "Verifies the mail domain of a provider",
		description:
			"By its TXT record; an administrator of the instance vouches for it without one, by `confirm: true`. 400 with `DOMAIN_NOT_VERIFIED` while the record is missing.",
		audit: "organization.provider-verify",
		body: z.strictObject({ confirm: z.boolean() }),
		response: ShownProvider,
		handle: async ({ organizationId, caller, params: { providerId }, body }) => {
			const row = found(
				"Provider",
				await database
					.selectFrom("organization_provider")
					.selectAll()
					.where("organizationId", "=", organizationId)
					.where("providerId", "=", providerId)
					.executeTakeFirst(),
			);
			await requireUnclaimed(providers, row.domain, organizationId);
			const isVouchedFor = body.confirm && isInstanceAdmin(caller);
			if (!isVouchedFor && !(await provesDomain(row, resolveTxt))) {
				const { name, value } = recordOf(row);
				throw new ApiError(
					"INVALID_REQUEST",
					`The domain has no TXT record ${name} with the text ${value} yet: it may take an hour until it is seen`,
					{ code: "DOMAIN_NOT_VERIFIED" },
				);
			}
			const changed = await database
				.updateTable("organization_provider")
				.set({ domainVerifiedAt: new Date() })
				.where("providerId", "=", providerId)
				.returningAll()
				.executeTakeFirstOrThrow()
				.catch((error: unknown) => {
					throw isUniqueViolation(error) ? claimed() : error;
				});
			return shownBy(baseUrl)(changed);
		},
	});

const removeProvider = ({ database }: OrganizationProviderServices): Route =>
	route({
		...one,
		method: "delete",
		summary: "Removes an OpenID provider of an organization",
		description:
			"Sessions that began with it end within the hour; its people need another way to sign in.",
		audit: "organization.provider-remove",
		response: Success,
		handle: async ({ organizationId, params: { providerId } }) => {
			const removed = await database
				.deleteFrom("organization_provider")
				.where("organizationId", "=", organizationId)
				.where("providerId", "=", providerId)
				.returning("providerId")
				.executeTakeFirst();
			found("Provider", removed);
			return { success: true };
		},
	});

const providerOfAddress = ({ providers }: OrganizationProviderServices): Route =>
	route({
		method: "post",
		path: "/api/sign-in/provider",
		tags: ["Accounts"],
		summary: "The provider with which people of a mail domain sign in",
		description:
			"For the sign-in page: null if no organization has set one up for the domain of the address. Says nothing about accounts.",
		access: "anyone",
		isQuestion: true,
		body: z.strictObject({ email: z.string().min(3).max(254) }),
		response: z.strictObject({ provider: SignInProvider.nullable() }),
		handle: async ({ body: { email } }) => {
			const wanted = email.trim().toLowerCase().split("@").at(-1) ?? "";
			const provider = await providers.ofDomain(wanted);
			return { provider: provider ? signInProviderOf(provider) : null };
		},
	});

/** The providers of an organization, each for the addresses of a mail domain that was proved to be its own. */
export const organizationProviderRoutes = (
	services: OrganizationProviderServices,
): readonly Route[] => [
	listProviders(services),
	addProvider(services),
	verifyProvider(services),
	removeProvider(services),
	providerOfAddress(services),
];
