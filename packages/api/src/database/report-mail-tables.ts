import type { ReportMailPart } from "@footfall/notices";
import type { Generated } from "kysely";
import type { Json } from "./json-column.ts";

export interface ReportMailTable {
	reportMailId: Generated<number>;
	organizationId: string;
	/** null = all sites of the organization */
	siteId: number | null;
	name: string;
	every: "day" | "week" | "month";
	/** 1 = Monday … 7 = Sunday; used by weekly reports. */
	weekday: number;
	/** 1 to 31, the last day in a shorter month; used by monthly reports. */
	monthday: number;
	/** Of the time zone, 0 to 23. */
	hour: number;
	timeZone: string;
	language: "en" | "de";
	weekStartsOn: "monday" | "saturday" | "sunday";
	parts: Json<ReportMailPart[]>;
	/** No foreign key: a report of a deleted segment is shown as broken, and not sent without its filters. */
	segmentId: number | null;
	attachPdf: boolean;
	isPaused: Generated<boolean>;
	/** The key of the newest period whose mails were made. */
	lastPeriod: string | null;
	nextDueAt: Date;
	/** User id; null for an organization key, and once the account is gone. */
	createdBy: string | null;
	createdAt: Generated<Date>;
	updatedAt: Generated<Date>;
}

export interface ReportMailRecipientTable {
	recipientId: Generated<number>;
	reportMailId: number;
	/** A member, whose account has the address; null for an address without an account. */
	userId: string | null;
	/** Lower case; null for a member. */
	address: string | null;
	/** When the owner of an address without an account agreed. */
	confirmedAt: Date | null;
	/** Of the link in the confirmation mail; null once it is used. */
	tokenHash: string | null;
	tokenExpiresAt: Date | null;
	unsubscribedAt: Date | null;
	createdAt: Generated<Date>;
}
