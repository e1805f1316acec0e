import type { AccountRefusal } from "@footfall/shared/sign-in/sign-in-refusals";
import { highestRoleOf } from "../access/roles.ts";
import { recordChange } from "../audit/record-change.ts";
import type { Database } from "../database/schema.ts";
import {
	forgetFormerMember,
	removeForProvider,
	wasEndedByPeople,
} from "../organizations/former-members.ts";
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

/** Adds a member, limited to the sites that an earlier membership was limited to. */
const addMember = async (
	database: Database,
	{
		providerId,
		...membership
	}: { organizationId: string; userId: string; role: string; providerId: string },
): Promise<void> => {
	const siteIds = await forgetFormerMember(database, membership);
	const member = await insertMember(database, membership);
	if (!member) return;
	await database
		.updateTable("member")
		.set({ providerId, hasRestrictedSiteAccess: siteIds !== null })
		.where("id", "=", member.id)
		.execute();
	if (siteIds === null || siteIds.length === 0) return;
	await database
		.insertInto("member_site")
		.columns(["memberId", "siteId"])
		.expression((row) =>
			row
				.selectFrom("site")
				.select((site) => [site.val(member.id).as("memberId"), "siteId"])
				.where("organizationId", "=", membership.organizationId)
				.where("siteId", "in", siteIds),
		)
		.execute();
};

/** Whether somebody is a member of another organization, or invited to one. */
const hasOtherWay = async (
	database: Database,
	{ id, email }: { id: string; email: string },
): Promise<boolean> => {
	const member = await database
		.selectFrom("member")
		.select("id")
		.where("userId", "=", id)
		.limit(1)
		.executeTakeFirst();
	const invitation = await database
		.selectFrom("invitation")
		.select("id")
		.where("email", "=", email)
		.where("status", "=", "pending")
		.where("expiresAt", ">", new Date())
		.limit(1)
		.executeTakeFirst();
	return (member ?? invitation) !== undefined;
};

/**
 * Gives a person the role of their groups, or takes the membership away. Owners stay owners: people make them. Without
 * `roles` a member keeps the role that people gave. Whoever left or was removed by people is made no member again, lest
 * they lose a lower role or a limit to some sites. Call it inside a transaction.
 * @returns why the person may not use the product; undefined if they may
 * @throws SignInRefused without the organization that its people join
 */
export const syncMembership = async (
	database: Database,
	provider: OidcProvider,
	user: { id: string; email: string },
	claims: Claims,
): Promise<AccountRefusal | undefined> => {
	const role = roleOfClaims(provider, claims);
	const organizationId = await organizationOf(database, provider);
	const member = await database
		.selectFrom("member")
		.select(["id", "role", "providerId"])
		.where("organizationId", "=", organizationId)
		.where("userId", "=", user.id)
		.forUpdate()
		.executeTakeFirst();
	if (member && highestRoleOf(member.role) === "owner") return undefined;
	const record = (action: string, body: object) =>
		recordChange(database, {
			action,
			caller: { via: "provider", user },
			organizationIds: [organizationId],
			target: `provider ${provider.id}`,
			body,
		});
	if (role === undefined) {
		if (!member) return "no-role";
		await removeForProvider(database, member.id);
		await endOrphanedInvitations(database, organizationId);
		await record("member.remove", {});
		return "no-role";
	}
	if (!member) {
		const membership = { organizationId, userId: user.id };
		if (await wasEndedByPeople(database, membership))
			return (await hasOtherWay(database, user)) ? undefined : "left";
		await addMember(database, { ...membership, role, providerId: provider.id });
		await record("member.add", { role });
		return undefined;
	}
	const isOwnRole = Object.keys(provider.roles).length === 0;
	if (isOwnRole || (member.role === role && member.providerId === provider.id)) return undefined;
	await database
		.updateTable("member")
		.set({ role, providerId: provider.id })
		.where("id", "=", member.id)
		.execute();
	if (member.role !== role) {
		await endOrphanedInvitations(database, organizationId);
		await record("member.role", { role });
	}
	return undefined;
};
