import { z } from "zod";
import { highestRoleOf, isAdministrator } from "../access/roles.ts";
import type { Database } from "../database/schema.ts";

const Invitations = z.array(z.looseObject({ organizationId: z.string() }));
const Full = z.looseObject({ id: z.string(), invitations: z.array(z.unknown()) });

/**
 * The auth library's answer without the invitations of organizations where the caller is no administrator and may not
 * invite.
 */
export const withoutOthersInvitations = async (
	database: Database,
	shown: object,
	user: { id: string; isSystemAdmin?: boolean | null | undefined },
): Promise<object> => {
	if (user.isSystemAdmin === true) return shown;
	const memberships = await database
		.selectFrom("member")
		.select(["organizationId", "role"])
		.where("userId", "=", user.id)
		.execute();
	const isPlain = (organizationId: string) =>
		!memberships.some(
			(one) => one.organizationId === organizationId && isAdministrator(highestRoleOf(one.role)),
		);
	const list = Invitations.safeParse(shown).data;
	if (list) return list.filter(({ organizationId }) => !isPlain(organizationId));
	const full = Full.safeParse(shown).data;
	return full && isPlain(full.id) ? { ...full, invitations: [] } : shown;
};
