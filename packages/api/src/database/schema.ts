import type { ApiKey } from "@better-auth/api-key";
import type { BaseAccount, BaseVerification } from "@better-auth/core/db";
import type { FunnelStep } from "@footfall/reports/definitions/funnel-steps";
import type { GoalConfig, GoalType } from "@footfall/reports/definitions/goal";
import type { Filter } from "@footfall/reports/query/filters";
import type { Area } from "@footfall/shared/areas";
import type { SiteSettings } from "@footfall/shared/site";
import type { ColumnType, Generated, Kysely } from "kysely";
import type { SignInTable } from "./account-activity-tables.ts";
import type {
	AlertEventTable,
	AlertGapTable,
	AlertRuleTable,
	AlertTurnTable,
} from "./alert-tables.ts";
import type { ChannelTable, DeliveryTable } from "./delivery-tables.ts";
import type { DestinationProgressTable, DestinationTable } from "./destination-tables.ts";
import type { ErrorGroupAliasTable, ErrorGroupingTable, ErrorStateTable } from "./error-tables.ts";
import type { ImportBatchTable, ImportDefinitionTable, ImportTable } from "./import-tables.ts";
import type { Json } from "./json-column.ts";
import type { OrganizationProviderTable } from "./organization-provider-table.ts";
import type {
	FormerMemberTable,
	InvitationTable,
	MemberTable,
	OrganizationTable,
} from "./organization-tables.ts";
import type { PrivateLinkTable } from "./private-link-table.ts";
import type { ProviderSessionTable } from "./provider-session-table.ts";
import type { ReportMailRecipientTable, ReportMailTable } from "./report-mail-tables.ts";
import type { PasskeyTable, SessionTable, TwoFactorTable } from "./second-factor-tables.ts";
import type { SourceMapTable } from "./source-map-tables.ts";

/** What `saved_item` holds. */
export type SavedItemKind = "question" | "board";

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
	/** Whether signing in with a password asks for a second factor: a verified app or a passkey. */
	twoFactorEnabled: Generated<boolean>;
}

type AccountTable = Omit<BaseAccount, "createdAt"> & Pick<Timestamps, "createdAt">;

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
	/** A link of an earlier version, until a start moves it to `private_link`. */
	privateLinkKey: string | null;
	/** The only areas that the next key of the main link will show; null = all. */
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
	kind: Generated<"note" | "deploy">;
	title: string;
	version: string | null;
	url: string | null;
	/** Unique on the site, or among those of the whole organization. */
	reference: string | null;
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

/** A saved question or a board. */
export interface SavedItemTable extends Timestamps {
	id: Generated<number>;
	kind: SavedItemKind;
	/** null = all sites of the organization */
	siteId: number | null;
	organizationId: string;
	userId: string | null;
	name: string;
	/** As the schema of its kind has it. */
	content: Json<object>;
	/** The number of its newest version. */
	version: number;
}

interface SavedItemVersionTable {
	id: number;
	version: number;
	userId: string | null;
	name: string;
	content: Json<object>;
	savedAt: Generated<Date>;
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

export interface AuditTable {
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
	former_member: FormerMemberTable;
	invitation: InvitationTable;
	session: SessionTable;
	two_factor: TwoFactorTable;
	passkey: PasskeyTable;
	provider_session: ProviderSessionTable;
	organization_provider: OrganizationProviderTable;
	sign_in: SignInTable;
	/** Tokens of mailed links: `identifier` is the token's hash, `value` the user's id. */
	verification: Omit<BaseVerification, keyof Timestamps> & Timestamps;
	apikey: ApiKeyTable;
	site: SiteTable;
	private_link: PrivateLinkTable;
	member_site: { memberId: string; siteId: number };
	team: TeamTable;
	team_member: { teamId: string; memberId: string };
	team_site: { teamId: string; siteId: number };
	annotation: AnnotationTable;
	segment: SegmentTable;
	saved_item: SavedItemTable;
	saved_item_version: SavedItemVersionTable;
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
	/** Violations of event schemas in the last days; 64-bit counts are text. */
	schema_violation: {
		siteId: number;
		event: string;
		rule: string;
		day: number;
		/** The gateway process that reported it. */
		source: string;
		message: string;
		count: string;
		examples: Json<string[]>;
	};
	/** Requests to send quarantined events again; `selection` is a `QuarantineSelection`. */
	resend: {
		id: Generated<number>;
		siteId: number;
		selection: Json<object>;
		/** The event id up to which it is done. */
		after: Generated<string>;
		leasedUntil: Generated<Date>;
	};
	/** Unknown site ids in these events. */
	unknown_site: { slot: number; id: string; source: string; count: string };
	/** How many invitation mails an account sent on the last day on which it sent any, YYYY-MM-DD. */
	invitation_count: { userId: string; day: string; count: number };
	user_preferences: UserPreferencesTable;
	alert_rule: AlertRuleTable;
	alert_event: AlertEventTable;
	alert_turn: AlertTurnTable;
	alert_gap: AlertGapTable;
	error_state: ErrorStateTable;
	error_group_alias: ErrorGroupAliasTable;
	error_grouping: ErrorGroupingTable;
	destination: DestinationTable;
	destination_progress: DestinationProgressTable;
	channel: ChannelTable;
	delivery: DeliveryTable;
	report_mail: ReportMailTable;
	report_mail_recipient: ReportMailRecipientTable;
	/** How many confirmation mails an address got, or an organization sent, on the last day with any, YYYY-MM-DD. */
	report_mail_confirmation: { key: string; day: string; count: number };
	source_map: SourceMapTable;
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
