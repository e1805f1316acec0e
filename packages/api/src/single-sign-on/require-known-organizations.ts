import { EnvironmentError } from "@footfall/shared/environment";
import type { Database } from "../database/schema.ts";
import type { OidcProvider } from "./provider.ts";

/**
 * Ends a start whose providers could sign nobody in.
 * @throws EnvironmentError for a provider whose organization does not exist
 */
export const requireKnownOrganizations = async (
	database: Database,
	providers: readonly Pick<OidcProvider, "id" | "organization">[],
): Promise<void> => {
	const named = providers.flatMap(({ id, organization }) =>
		organization === undefined ? [] : [{ id, organization }],
	);
	if (named.length === 0) return;
	const rows = await database
		.selectFrom("organization")
		.select("id")
		.where(
			"id",
			"in",
			named.map(({ organization }) => organization),
		)
		.execute();
	const known = new Set(rows.map(({ id }) => id));
	const faults = named.flatMap(({ id, organization }) =>
		known.has(organization)
			? []
			: `OIDC_PROVIDERS: ${id} names the organization ${organization}, which does not exist; enter the id of one, or leave "organization" out for the oldest one`,
	);
	if (faults.length > 0)
		throw new EnvironmentError(`Invalid configuration:\n  ${faults.join("\n  ")}`);
};
