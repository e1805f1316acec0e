import type { Selectable } from "kysely";
import type { OrganizationProviderTable } from "../database/organization-provider-table.ts";
import type { Database } from "../database/schema.ts";
import { openSecret } from "../destinations/sealed-secret.ts";
import { OidcProvider } from "./provider.ts";

/** A provider, and whether administrators of an organization chose it instead of the operator. */
export interface FoundProvider extends OidcProvider {
	isOfOrganization: boolean;
}

const PREFIX = "o_";

/** A stored provider as one to sign in with; undefined if its secret cannot be read. */
export const providerOfRow = (
	row: Selectable<OrganizationProviderTable>,
	secret: string,
): FoundProvider | undefined => {
	const clientSecret = openSecret(row.sealedSecret, secret);
	if (clientSecret === undefined) return undefined;
	const { providerId, organizationId, name, issuer, clientId, settings, domain } = row;
	// Its id has a form of its own.
	const fields = OidcProvider.omit({ id: true }).parse({
		...settings,
		...{ name, issuer, clientId, clientSecret },
		organization: organizationId,
		domains: [domain],
		// It could vouch for factors in other organizations.
		provesSecondFactor: false,
	});
	return { ...fields, id: providerId, isOfOrganization: true };
};

/** The operator's providers, and those of organizations whose domain was verified and is not one of the operator's. */
export const createProviderSource = ({
	database,
	providers,
	secret,
}: {
	database: Database;
	providers: readonly OidcProvider[];
	secret: string;
}) => {
	// The operator may have given a provider a domain that an organization had proved before.
	const operators = providers.flatMap(({ domains = [] }) => domains);
	const verified = () =>
		database
			.selectFrom("organization_provider")
			.selectAll()
			.where("domainVerifiedAt", "is not", null)
			.$if(operators.length > 0, (query) => query.where("domain", "not in", operators));
	return {
		/** Those of the operator. */
		instance: providers,
		find: async (id: string): Promise<FoundProvider | undefined> => {
			if (!id.startsWith(PREFIX)) {
				const found = providers.find((one) => one.id === id);
				return found && { ...found, isOfOrganization: false };
			}
			const row = await verified().where("providerId", "=", id).executeTakeFirst();
			return row && providerOfRow(row, secret);
		},
		/** Whether people can sign in with a provider of any organization. */
		hasOrganizations: async (): Promise<boolean> =>
			(await verified().clearSelect().select("providerId").limit(1).executeTakeFirst()) !==
			undefined,
		/** The provider of the organization that owns a mail domain. */
		ofDomain: async (domain: string): Promise<FoundProvider | undefined> => {
			const row = await verified().where("domain", "=", domain).executeTakeFirst();
			return row && providerOfRow(row, secret);
		},
	};
};
export type ProviderSource = ReturnType<typeof createProviderSource>;
