import { ApiError } from "@footfall/shared/api-error";
import {
	type DestinationDefinition,
	MAX_DESTINATIONS,
	NO_PROGRESS,
} from "@footfall/shared/destinations/destination";
import { sql } from "kysely";
import { atomically } from "../database/atomically.ts";
import { sealSecret } from "./sealed-secret.ts";
import type { DestinationStorage } from "./stored-destinations.ts";

/**
 * Stores a new destination; resolves to its id.
 * @throws ApiError 400 if there are as many as may be
 */
export const insertDestination = (
	{ database, secret: key }: DestinationStorage,
	{ definition, secret }: { definition: DestinationDefinition; secret: string },
): Promise<number> =>
	atomically(async () => {
		// Two concurrent requests must not both take the last free place.
		await sql`SELECT pg_advisory_xact_lock(hashtext('destinations'))`.execute(database);
		const { count } = await database
			.selectFrom("destination")
			.select((select) => select.fn.countAll().as("count"))
			.executeTakeFirstOrThrow();
		if (Number(count) >= MAX_DESTINATIONS)
			throw new ApiError(
				"INVALID_REQUEST",
				`An instance has at most ${MAX_DESTINATIONS} destinations: remove one first`,
			);
		const { id } = await database
			.insertInto("destination")
			.values({
				definition: JSON.stringify(definition),
				sealedSecret: sealSecret(secret, key),
			})
			.returning("id")
			.executeTakeFirstOrThrow();
		await database
			.insertInto("destination_progress")
			.values({ destinationId: id, progress: JSON.stringify(NO_PROGRESS) })
			.execute();
		return id;
	});
