import { z } from "zod";
import { organizationsOfUser } from "../audit/audit.ts";
import type { Database } from "../database/schema.ts";
import { KEY_KIND } from "../sign-in/auth.ts";
import { invitationNamed } from "./invitations.ts";

const Named = z.object({
	/** An empty one is none to the library. */
	organizationId: z.string().min(1).optional().catch(undefined),
	memberId: z.string().optional().catch(undefined),
	invitationId: z.string().optional().catch(undefined),
	keyId: z.string().optional().catch(undefined),
});

/**
 * Whom a change through the auth library concerns; asked before it is made, for afterwards a key may be gone.
 * @param change.body only what the operation heeds: nobody shall write into the log of others by naming them
 */
export const organizationsConcerned = async (
	database: Database,
	{ body, userId, active }: { body: unknown; userId: string; active: string | null | undefined },
): Promise<string[]> => {
	const named = Named.catch({}).parse(body);
	if (named.organizationId !== undefined) return [named.organizationId];
	const { memberId, invitationId, keyId } = named;
	const found =
		memberId !== undefined
			? await database
					.selectFrom("member")
					.select("organizationId")
					.where("id", "=", memberId)
					.executeTakeFirst()
			: invitationId !== undefined
				? await database
						.selectFrom("invitation")
						.select("organizationId")
						.where("id", "=", await invitationNamed(database, invitationId))
						.executeTakeFirst()
				: undefined;
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
