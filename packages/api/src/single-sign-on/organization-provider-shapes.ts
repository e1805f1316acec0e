import type { Selectable } from "kysely";
import { z } from "zod";
import type { OrganizationProviderTable } from "../database/organization-provider-table.ts";
import { domain, OidcProvider } from "./provider.ts";

/** What administrators of an organization choose about a provider, beside its issuer and domain. */
const CHOSEN = {
	name: true,
	clientId: true,
	clientSecret: true,
	scopes: true,
	parameters: true,
	groupsClaim: true,
	roles: true,
	defaultRole: true,
	emailsAreVerified: true,
} as const;

/** A provider to add. */
export const NewProvider = OidcProvider.pick({ ...CHOSEN, issuer: true })
	.extend({ domain })
	.meta({ component: "SignInProviderCreation" });

const { shape } = OidcProvider;

/**
 * What changes about a provider. Its issuer and domain stay: accounts are linked to people of that issuer, and the domain
 * was proved.
 */
export const ProviderChanges = z
	.strictObject({
		name: shape.name.optional(),
		clientId: shape.clientId.optional(),
		clientSecret: shape.clientSecret.optional().describe("Absent: the present one stays"),
		// Without their defaults, which would reset what the body leaves out.
		scopes: shape.scopes.unwrap().optional(),
		parameters: shape.parameters.unwrap().optional(),
		groupsClaim: shape.groupsClaim.unwrap().optional(),
		roles: shape.roles.unwrap().optional(),
		defaultRole: shape.defaultRole.nullable().describe("null: that of a new provider"),
		emailsAreVerified: shape.emailsAreVerified.unwrap().optional(),
	})
	.meta({ component: "SignInProviderUpdate" });

/** What is stored of a provider as JSON. */
export const ProviderSettings = OidcProvider.pick({
	scopes: true,
	parameters: true,
	groupsClaim: true,
	roles: true,
	defaultRole: true,
	emailsAreVerified: true,
});

/** A provider as administrators of its organization see it. */
export const ShownProvider = z
	.strictObject({
		id: z.string(),
		name: z.string(),
		issuer: z.string(),
		clientId: z.string(),
		scopes: z.string(),
		parameters: z.record(z.string(), z.string()),
		groupsClaim: z.string(),
		roles: z.record(z.string(), z.enum(["admin", "member", "viewer"])),
		defaultRole: z.enum(["admin", "member", "viewer"]).nullable(),
		emailsAreVerified: z.boolean(),
		domain: z.string(),
		isVerified: z.boolean().describe("Whether the domain is the organization's"),
		record: z
			.strictObject({ name: z.string(), value: z.string() })
			.meta({ component: "DomainRecord" })
			.describe("The TXT record that proves it"),
		redirectUri: z.string().describe("The redirect address to register at the provider"),
	})
	.meta({ component: "OrganizationSignInProvider" });

/** A stored provider. */
export type ProviderRow = Selectable<OrganizationProviderTable>;

/** The TXT record that proves the domain of a provider. */
export const recordOf = (row: Pick<ProviderRow, "domain" | "domainToken">) => ({
	name: `_footfall.${row.domain}`,
	value: `footfall-domain-verification=${row.domainToken}`,
});

/** Shows stored providers, without their secrets. */
export const shownBy =
	(baseUrl: string | undefined) =>
	(row: ProviderRow): z.output<typeof ShownProvider> => {
		const { defaultRole = null, ...settings } = ProviderSettings.parse(row.settings);
		return {
			...settings,
			defaultRole,
			id: row.providerId,
			name: row.name,
			issuer: row.issuer,
			clientId: row.clientId,
			domain: row.domain,
			isVerified: row.domainVerifiedAt !== null,
			record: recordOf(row),
			redirectUri: `${baseUrl ?? ""}/api/sign-in/oidc/${row.providerId}/callback`,
		};
	};
