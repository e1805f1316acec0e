/**
 * Second factors: authenticator apps with recovery codes, and passkeys; which sessions have proved one, and which
 * organizations require one.
 */
export const sql = `
ALTER TABLE "user" ADD COLUMN "twoFactorEnabled" boolean NOT NULL DEFAULT false;
ALTER TABLE "session" ADD COLUMN "secondFactorAt" timestamptz;
ALTER TABLE "organization" ADD COLUMN "requiresSecondFactor" boolean NOT NULL DEFAULT false;

CREATE TABLE "two_factor" (
	"id" text PRIMARY KEY,
	"userId" text NOT NULL UNIQUE REFERENCES "user" ("id") ON DELETE CASCADE,
	"secret" text NOT NULL,
	"backupCodes" text NOT NULL,
	"verified" boolean NOT NULL DEFAULT true,
	"failedVerificationCount" integer NOT NULL DEFAULT 0,
	"lockedUntil" timestamptz,
	"lastStep" integer NOT NULL DEFAULT 0
);

CREATE TABLE "passkey" (
	"id" text PRIMARY KEY,
	"name" text,
	"publicKey" text NOT NULL,
	"userId" text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
	"credentialID" text NOT NULL UNIQUE,
	"counter" double precision NOT NULL,
	"deviceType" text NOT NULL,
	"backedUp" boolean NOT NULL,
	"transports" text,
	"createdAt" timestamptz,
	"aaguid" text
);
CREATE INDEX "passkey_userId_idx" ON "passkey" ("userId");
`;
