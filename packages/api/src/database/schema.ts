import type { ApiKey } from "@better-auth/api-key";
import type { BaseAccount, BaseSession, BaseVerification } from "@better-auth/core/db";
import type { PlainMapping, PlatformName } from "@footfall/imports";
import type { FunnelStep } from "@footfall/reports/definitions/funnel-steps";
import type { GoalConfig, GoalType } from "@footfall/reports/definitions/goal";
import type { Filter } from "@footfall/reports/query/filters";
import type { Area } from "@footfall/shared/areas";
import type { DefinitionKind } from "@footfall/shared/imported-hit";
import type { SiteSettings } from "@footfall/shared/site";
import type { ColumnType, Generated, Kysely } from "kysely";

/** Written as JSON text, read as a value. */
type Json<Value> = ColumnType<Value, string, string>;

interface Timestamps {
	createdAt: Generated<Date>;
	updatedAt: Generated<Date>;
}

interface UserTable extends Timestamps {
	id: string;
	name: string;
	email: string;
	emailVerified: boolean;
	image: string | null;
	isSystemAdmin: Generated<boolean>;
}

type AccountTable = Omit<BaseAccount, "createdAt"> & Pick<Timestamps, "createdAt">;

interface OrganizationTable {
	id: string;
	name: string;
	slug: string;
	logo: string | null;
	createdAt: Date;
	metadata: string | null;
}

interface MemberTable {
	id: string;
	organizationId: string;
	userId: string;
	role: string;
	createdAt: Date;
	/** Sees only the sites of `member_site` and of its teams. */
	hasRestrictedSiteAccess: Generated<boolean>;
}

interface InvitationTable {
	id: string;
	organizationId: string;
	email: string;
	role: string | null;
	status: string;
	expiresAt: Date;
	createdAt: Generated<Date>;
	inviterId: string;
}

/** Permissions and metadata are JSON text. */
type ApiKeyTable = Omit<ApiKey, "permissions" | "metadata"> &
	Record<"permissions" | "metadata", string | null>;

export interface SiteTable extends Timestamps {
	siteId: Generated<number>;
	id: string;
	name: string;
	/** As `domainOf` writes it. */
	domain: string;
	organizationId: string;
	/** User id. */
	createdBy: string;
	/** Grants read access without signing in; null when none was generated. */
	privateLinkKey: string | null;
	/** The only areas that the private link shows; null = all. */
	privateLinkAreas: ColumnType<Area[] | null, string | null | undefined, string | null>;
	settings: Json<Partial<SiteSettings>>;
}

interface TeamTable extends Timestamps {
	id: string;
	organizationId: string;
	name: string;
}

/** A definition that members write for a site or for its whole organization. */
interface AuthoredTable extends Timestamps {
	/** null = all sites of the organization */
	siteId: number | null;
	organizationId: string;
	userId: string | null;
	description: string | null;
	isPublic: boolean;
}

export interface AnnotationTable extends AuthoredTable {
	annotationId: Generated<number>;
	title: string;
	date: Date;
	endDate: Date | null;
	color: string | null;
	icon: string | null;
}

export interface SegmentTable extends AuthoredTable {
	segmentId: Generated<number>;
	name: string;
	filters: Json<Filter[]>;
}

interface GoalTable {
	goalId: Generated<number>;
	siteId: number;
	name: string | null;
	goalType: GoalType;
	config: Json<GoalConfig>;
	createdAt: Generated<Date>;
}

interface FunnelTable extends Timestamps {
	id: Generated<number>;
	siteId: number;
	userId: string | null;
	name: string;
	steps: Json<FunnelStep[]>;
}

interface AuditTable {
	/** 64 bits, as text. */
	id: Generated<string>;
	organizationId: string;
	at: Generated<Date>;
	userId: string | null;
	userEmail: string | null;
	via: string;
	action: string;
	target: string | null;
	details: Json<Record<string, unknown>>;
}

export interface ImportTable {
	importId: string;
	siteId: number;
	organizationId: string;
	platform: PlatformName;
	/** Of the plain format; empty for the others. */
	mapping: Json<PlainMapping>;
	/** Recognises a repeated import of the same files; null where rows come over the api. */
	fingerprint: string | null;
	state: "receiving" | "finishing" | "done" | "failed";
	/** The number of rows of the export that have a position. */
	nextRow: Generated<number>;
	importedEvents: Generated<number>;
	/** Reason → count. */
	skipped: ColumnType<Record<string, number>, string | undefined, string>;
	invalid: ColumnType<Record<string, number>, string | undefined, string>;
	/** Reason → the first rows that could not be read for it, counted from 1. */
	invalidRows: ColumnType<Record<string, number[]>, string | undefined, string>;
	/** Why finishing has failed so far, or why the import was given up. */
	failure: string | null;
	/** The numbers of restored definitions by kind. */
	definitions: ColumnType<Record<string, number>, string | undefined, string>;
	/** How many of `importedEvents` were daily sums. */
	importedFigures: Generated<number>;
	startedBy: string | null;
	startedAt: Generated<Date>;
	/** When the last rows arrived. */
	heardAt: Generated<Date>;
	completedAt: Date | null;
	/** Until then, no other process may finish the import. */
	leaseUntil: Generated<Date | null>;
}

interface ImportBatchTable {
	importId: string;
	/** Hash of the rows, to recognise a repetition. */
	digest: string;
	firstRow: number;
	rows: number;
	/** False until its rows are in the event store. */
	isStored: Generated<boolean>;
}

/** A definition that the site gets when its import is finished. */
interface ImportDefinitionTable {
	importId: string;
	/** Its position in the export, so that a repetition is stored once. */
	position: number;
	kind: DefinitionKind;
	/** Valid for its kind. */
	content: Json<object>;
}

interface UserPreferencesTable {
	userId: string;
	/** The person's choices; see `preferences.ts`. */
	preferences: Json<Record<string, unknown>>;
	updatedAt: Generated<Date>;
}

export interface Schema {
	user: UserTable;
	account: AccountTable;
	organization: OrganizationTable;
	member: MemberTable;
	invitation: InvitationTable;
	session: BaseSession & { activeOrganizationId: string | null };
	/** Tokens of mailed links: `identifier` is the token's hash, `value` the user's id. */
	verification: Omit<BaseVerification, keyof Timestamps> & Timestamps;
	apikey: ApiKeyTable;
	site: SiteTable;
	member_site: { memberId: string; siteId: number };
	team: TeamTable;
	team_member: { teamId: string; memberId: string };
	team_site: { teamId: string; siteId: number };
	annotation: AnnotationTable;
	segment: SegmentTable;
	goal: GoalTable;
	funnel: FunnelTable;
	audit_entry: AuditTable;
	api_key_usage: { keyId: string; windowStart: Date; requests: number };
	import: ImportTable;
	import_batch: ImportBatchTable;
	import_definition: ImportDefinitionTable;
	/** Sites whose events must still be deleted from the event store. */
	deleted_site: { siteId: number; deletedAt: Generated<Date> };
	/** Outcomes of the last hour's events; 64-bit counts are text. */
	recent_outcome: {
		siteId: number;
		outcome: string;
		/** The gateway process that reported it. */
		source: string;
		/** Number of the slot within an hour. */
		place: number;
		slot: number;
		count: string;
	};
	/** Unknown site ids in these events. */
	unknown_site: { slot: number; id: string; source: string; count: string };
	/** How many invitation mails an account sent on the last day on which it sent any, YYYY-MM-DD. */
	invitation_count: { userId: string; day: string; count: number };
	user_preferences: UserPreferencesTable;
	/** Facts about the instance. */
	instance: { name: string; value: string };
	configuration_version: { only: Generated<boolean>; version: string };
	/** What each of the last thousand versions of the gateways' configuration has changed. */
	configuration_change: {
		slot: number;
		/** In commit order; 64 bits as text. */
		number: string;
		version: string;
		siteIds: number[];
		keyHashes: string[];
		/** Users whose personal keys' permitted sites changed. */
		userIds: string[];
		/** Organizations for all of whose members they changed. */
		organizationIds: string[];
	};
	schema_migration: {
		name: string;
		appliedAt: Generated<Date>;
		version: Generated<string | null>;
		runsWith: Generated<string | null>;
	};
}

export type Database = Kysely<Schema>;
