import { ApiError } from "@footfall/shared/api-error";
import type { Database } from "../database/schema.ts";
import type { Site } from "./site.ts";

/** The refusal of a change to a site that was moved to another organization after its caller was admitted. */
export const movedMeanwhile = () =>
	new ApiError("CONFLICT", "The site was moved to another organization meanwhile", {
		resolution: "Nothing was changed. Ask an owner of the organization that has it now.",
	});

/**
 * Call it in the transaction of a change: rows that name a site keep it from being moved until they are committed.
 * A site that is gone was deleted, not moved.
 * @throws ApiError 409 if the site belongs to another organization than when its caller was admitted
 */
export const requireUnmoved = async (
	database: Database,
	{ siteId, organizationId }: Pick<Site, "siteId" | "organizationId">,
): Promise<void> => {
	const now = await database
		.selectFrom("site")
		.select("organizationId")
		.where("siteId", "=", siteId)
		.executeTakeFirst();
	if (now && now.organizationId !== organizationId) throw movedMeanwhile();
};
