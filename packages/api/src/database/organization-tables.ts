import type { ColumnType, Generated } from "kysely";

export interface OrganizationTable {
	id: string;
	name: string;
	slug: string;
	logo: string | null;
	createdAt: Date;
	metadata: string | null;
	requiresSecondFactor: Generated<boolean>;
	/** The channel that gets the entries of the audit log; null = none. */
	auditChannelId: Generated<number | null>;
}

export interface MemberTable {
	id: string;
	organizationId: string;
	userId: string;
	role: string;
	createdAt: Date;
	/** Sees only the sites of `member_site` and of its teams. */
	hasRestrictedSiteAccess: Generated<boolean>;
	/** The provider whose groups decide about it. */
	providerId: Generated<string | null>;
}

/** How somebody ceased to be a member, where a provider could make them one again. */
export interface FormerMemberTable {
	organizationId: string;
	userId: string;
	/** After `people`, that is the person or an administrator, only an invitation leads back. */
	endedBy: "people" | "provider";
	/** The only sites that the membership had; null = all. */
	siteIds: ColumnType<number[] | null, string | null, string | null>;
}

export interface InvitationTable {
	id: string;
	organizationId: string;
	email: string;
	role: string | null;
	status: string;
	expiresAt: Date;
	createdAt: Generated<Date>;
	inviterId: string;
}
