import type { Generated } from "kysely";
import type { Json } from "./json-column.ts";

/** An OpenID provider that an organization has set up for the addresses of its domain. */
export interface OrganizationProviderTable {
	/** Begins with `o_`, as no provider of the instance does. */
	providerId: string;
	organizationId: string;
	name: string;
	issuer: string;
	clientId: string;
	/** Encrypted with the installation's key. */
	sealedSecret: string;
	/** The remaining fields of an `OidcProvider`. */
	settings: Json<Record<string, unknown>>;
	domain: string;
	/** What the domain's TXT record must hold. */
	domainToken: string;
	/** Only from then on people can sign in with it. */
	domainVerifiedAt: Date | null;
	createdAt: Generated<Date>;
}
