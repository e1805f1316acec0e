import { highestRoleOf } from "../access/roles.ts";
import { recordChange } from "../audit/record-change.ts";
import type { Database } from "../database/schema.ts";
import { endOrphanedInvitations } from "../organizations/invitations.ts";
import { insertMember } from "../organizations/membership.ts";
import type { Claims } from "./oidc-client.ts";
import type { OidcProvider } from "./provider.ts";
import { SignInRefused } from "./refusal.ts";
import { roleOfClaims } from "./role-of-claims.ts";

const organizationOf = async (
	database: Database,
	{ organization }: OidcProvider,
): Promise<string> => {
	const row = await database
		.selectFrom("organization")
		.select("id")
		.$if(organization !== undefined, (query) => query.where("id", "=", organization ?? ""))
		.orderBy("createdAt")
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();
	if (!row)
		throw new SignInRefused(
			"no-organization",
			organization === undefined
				? "there is no organization yet"
				: `OIDC_PROVIDERS names one that does not exist: ${organization}`,
		);
	return row.id;
};

/**
 * Gives a person the role of their groups, or takes the membership away. Owners stay owners: people make them. Without
 * `roles` a membership that somebody else gave keeps its role. Call it inside a transaction.
 * @returns whether the person may still use the product
 * @throws SignInRefused without the organization that its people join
 */
export const syncMembership = async (
	database: Database,
	provider: OidcProvider,
	user: { id: string; email: string },
	claims: Claims,
): Promise<boolean> => {
	const role = roleOfClaims(provider, claims);
	const organizationId = await organizationOf(database, provider);
	const member = await database
		.selectFrom("member")
		.select(["id", "role", "providerId"])
		.where("organizationId", "=", organizationId)
		.where("userId", "=", user.id)
		.forUpdate()
		.executeTakeFirst();
	if (member && highestRoleOf(member.role) === "owner") return true;
	const record = (action: string, body: object) =>
		recordChange(database, {
			action,
			caller: { via: "provider", user },
			organizationIds: [organizationId],
			target: `provider ${provider.id}`,
			body,
		});
	if (role === undefined) {
		if (!member) return false;
		await database.deleteFrom("member").where("id", "=", member.id).execute();
		await endOrphanedInvitations(database, organizationId);
		await record("member.remove", {});
		return false;
	}
	if (!member) {
		await insertMember(database, { organizationId, userId: user.id, role });
		await database
			.updateTable("member")
			.set({ providerId: provider.id })
			.where("organizationId", "=", organizationId)
			.where("userId", "=", user.id)
			.execute();
		await record("member.add", { role });
		return true;
	}
	const isOwnRole = Object.keys(provider.roles).length === 0 && member.providerId === null;
	if (isOwnRole || (member.role === role && member.providerId === provider.id)) return true;
	await database
		.updateTable("member")
		.set({ role, providerId: provider.id })
		.where("id", "=", member.id)
		.execute();
	if (member.role !== role) {
		await endOrphanedInvitations(database, organizationId);
		await record("member.role", { role });
	}
	return true;
};
