import type { SiteSettings } from "@footfall/shared/site";
import type { ColumnType, Generated, Kysely } from "kysely";

/** Written as text, read as the value. */
type Json<Value> = ColumnType<Value, string, string>;

export interface UserTable {
	id: string;
	name: string;
	email: string;
	emailVerified: boolean;
	image: string | null;
	createdAt: Generated<Date>;
	updatedAt: Generated<Date>;
	isSystemAdmin: Generated<boolean>;
}

export interface AccountTable {
	id: string;
	accountId: string;
	providerId: string;
	userId: string;
	password: string | null;
	createdAt: Generated<Date>;
	updatedAt: Date;
}

export interface OrganizationTable {
	id: string;
	name: string;
	slug: string;
	logo: string | null;
	createdAt: Date;
	metadata: string | null;
}

export interface MemberTable {
	id: string;
	organizationId: string;
	userId: string;
	role: string;
	createdAt: Date;
}

export interface ApiKeyTable {
	id: string;
	configId: string;
	name: string | null;
	start: string | null;
	referenceId: string;
	prefix: string | null;
	key: string;
	refillInterval: number | null;
	refillAmount: number | null;
	lastRefillAt: Date | null;
	enabled: boolean | null;
	rateLimitEnabled: boolean | null;
	rateLimitTimeWindow: number | null;
	rateLimitMax: number | null;
	requestCount: number | null;
	remaining: number | null;
	lastRequest: Date | null;
	expiresAt: Date | null;
	createdAt: Date;
	updatedAt: Date;
	permissions: string | null;
	metadata: string | null;
}

export interface SiteTable {
	siteId: Generated<number>;
	id: string;
	name: string;
	domain: string;
	organizationId: string;
	createdBy: string;
	createdAt: Generated<Date>;
	updatedAt: Generated<Date>;
	privateLinkKey: string | null;
	settings: Json<Partial<SiteSettings>>;
}

export interface Schema {
	user: UserTable;
	account: AccountTable;
	organization: OrganizationTable;
	member: MemberTable;
	apikey: ApiKeyTable;
	site: SiteTable;
	/** Sites whose events are still to be removed from the event store. */
	deleted_site: { siteId: number; deletedAt: Generated<Date> };
	/** What the instance remembers about itself. */
	instance: { name: string; value: string };
	configuration_version: { only: Generated<boolean>; version: string };
	schema_migration: { name: string; appliedAt: Generated<Date> };
}

export type Database = Kysely<Schema>;
