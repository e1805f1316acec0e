import {
	type ClientId,
	type ClientIdUpdate,
	faultInClientIds,
} from "@footfall/shared/products/client-ids";
import { sql } from "kysely";
import type { Site } from "../access/site.ts";
import { hashOfToken } from "../database/hash-of-token.ts";
import type { Database } from "../database/schema.ts";
import { siteError } from "./site-error.ts";

const withHash =
	(current: readonly ClientId[]) =>
	({ product, id, secret }: ClientIdUpdate): ClientId => {
		const known = current.find((one) => one.product === product && one.id === id)?.secretHash;
		const secretHash = typeof secret === "string" ? hashOfToken(secret) : known;
		return { product, id, ...(secret !== null && secretHash !== undefined && { secretHash }) };
	};

/**
 * The ids that a site has from now on. Requests name no more than such an id, so an id belongs to one site of the
 * installation, and a secret to one id.
 * @throws ApiError 400 for a list that cannot be saved, 409 for an id or a secret of another site
 */
export const claimedClientIds = async (
	database: Database,
	site: Site,
	wanted: readonly ClientIdUpdate[],
): Promise<ClientId[]> => {
	const ids = wanted.map(withHash(site.clientIds));
	const fault = faultInClientIds(ids);
	if (fault !== undefined) throw siteError("INVALID_REQUEST", fault);
	// Two sites that claim the same id at once take turns.
	await sql`SELECT pg_advisory_xact_lock(hashtext('ids of clients'))`.execute(database);
	for (const { product, id, secretHash } of ids) {
		const contains = (part: Partial<ClientId>) =>
			sql<boolean>`"settings" -> 'clientIds' @> ${JSON.stringify([part])}::jsonb`;
		const taken = await database
			.selectFrom("site")
			.select("siteId")
			.where("siteId", "!=", site.siteId)
			.where(({ or }) =>
				or([contains({ product, id }), ...(secretHash ? [contains({ product, secretHash })] : [])]),
			)
			.executeTakeFirst();
		if (taken !== undefined)
			throw siteError(
				"CONFLICT",
				`clientIds: ${id} of ${product}, or its secret, is in use by another site of this server`,
			);
	}
	return ids;
};

/** Ids without their secrets. */
export const shownClientIds = (ids: readonly ClientId[]) =>
	ids.map(({ product, id, secretHash }) => ({
		product,
		id,
		isSecretSet: secretHash !== undefined,
	}));
