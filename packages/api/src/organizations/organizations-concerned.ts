import { z } from "zod";
import { organizationsOfUser } from "../audit/record-change.ts";
import type { Database } from "../database/schema.ts";
import { KEY_KIND } from "../keys/key-kind.ts";
import { invitationIdOf } from "./invitations.ts";

const Named = z.object({
	/** The library ignores an empty id. */
	organizationId: z.string().min(1).optional().catch(undefined),
	memberId: z.string().optional().catch(undefined),
	invitationId: z.string().optional().catch(undefined),
	keyId: z.string().optional().catch(undefined),
});

/**
 * The organizations that a change through the auth library concerns. Call it before the change, after which a key may
 * be gone.
 * @param change.body only the fields that the operation reads: other ids must not lead to entries in strangers' logs
 */
export const organizationsConcerned = async (
	database: Database,
	{ body, userId, active }: { body: unknown; userId: string; active: string | null | undefined },
): Promise<string[]> => {
	const named = Named.catch({}).parse(body);
	if (named.organizationId !== undefined) return [named.organizationId];
	const { memberId, invitationId, keyId } = named;
	const organizationOf = (table: "member" | "invitation", id: string) =>
		database.selectFrom(table).select("organizationId").where("id", "=", id).executeTakeFirst();
	const found =
		memberId !== undefined
			? await organizationOf("member", memberId)
			: invitationId !== undefined &&
				(await organizationOf("invitation", await invitationIdOf(database, invitationId)));
	if (found) return [found.organizationId];
	if (keyId !== undefined) {
		const key = await database
			.selectFrom("apikey")
			.select(["configId", "referenceId"])
			.where("id", "=", keyId)
			.executeTakeFirst();
		if (key?.configId === KEY_KIND.organization) return [key.referenceId];
		return organizationsOfUser(database, userId);
	}
	return active ? [active] : organizationsOfUser(database, userId);
};
