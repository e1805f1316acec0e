import type { BaseSession } from "@better-auth/core/db";
import type { Generated } from "kysely";
import type { ClientFacts } from "./account-activity-tables.ts";

export type SessionTable = BaseSession & {
	[Fact in keyof ClientFacts]: Generated<string>;
} & {
	activeOrganizationId: string | null;
	/** Of its last request, to the minute; null before the first. */
	lastSeenAt: Generated<Date | null>;
	/** When the session proved a second factor, or a passkey; null if it did not. */
	secondFactorAt: Date | null;
};

/** An authenticator app; the secret is encrypted with the installation's key, of recovery codes there are digests. */
export interface TwoFactorTable {
	id: string;
	userId: string;
	secret: string;
	backupCodes: string;
	/** False until the first code has shown that the app works. */
	verified: Generated<boolean>;
	failedVerificationCount: Generated<number>;
	lockedUntil: Date | null;
	/** The step, of 30 seconds, of the newest code that was used: no code works twice. */
	lastStep: Generated<number>;
}

/** A passkey: the public half of a key pair. */
export interface PasskeyTable {
	id: string;
	name: string | null;
	publicKey: string;
	userId: string;
	credentialID: string;
	counter: number;
	deviceType: string;
	backedUp: boolean;
	transports: string | null;
	createdAt: Date | null;
	aaguid: string | null;
}
