import { ApiError } from "@footfall/shared/api-error";
import type { Database } from "../database/schema.ts";
import { type ProviderRow, recordOf } from "./organization-provider-shapes.ts";
import type { ProviderSource } from "./provider-source.ts";

/** What routes about providers of organizations need. */
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

/** The refusal of a domain that somebody else has. */
export const domainClaimed = () =>
	new ApiError(
		"CONFLICT",
		"Another organization, or the operator of this server, has this domain already: ask an administrator of the instance",
		{ code: "DOMAIN_CLAIMED" },
	);

/** @throws ApiError 409 for a domain that somebody else has */
export const requireUnclaimed = async (
	providers: ProviderSource,
	wanted: string,
	organizationId: string,
): Promise<void> => {
	const isOperators = providers.instance.some(({ domains }) => domains?.includes(wanted));
	const owner = await providers.ofDomain(wanted);
	if (isOperators || (owner && owner.organization !== organizationId)) throw domainClaimed();
};

/** Whether the DNS shows that the domain of a provider is its organization's. */
export const provesDomain = async (
	row: ProviderRow,
	resolveTxt: OrganizationProviderServices["resolveTxt"],
): Promise<boolean> => {
	const { name, value } = recordOf(row);
	const records = await resolveTxt(name).catch(() => []);
	return records.some((parts) => parts.join("").trim() === value);
};
