/** Reports that are mailed by a schedule, and who gets them. */
export const sql = `
CREATE TABLE "report_mail" (
	"reportMailId" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"organizationId" text NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
	"siteId" integer REFERENCES "site" ("siteId") ON DELETE CASCADE,
	"name" text NOT NULL,
	"every" text NOT NULL,
	"weekday" integer NOT NULL,
	"monthday" integer NOT NULL,
	"hour" integer NOT NULL,
	"timeZone" text NOT NULL,
	"language" text NOT NULL,
	"weekStartsOn" text NOT NULL,
	"parts" jsonb NOT NULL,
	"segmentId" integer,
	"attachPdf" boolean NOT NULL,
	"isPaused" boolean NOT NULL DEFAULT false,
	"lastPeriod" text,
	"nextDueAt" timestamptz NOT NULL,
	"createdBy" text REFERENCES "user" ("id") ON DELETE SET NULL,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "report_mail_organizationId_idx" ON "report_mail" ("organizationId");
CREATE INDEX "report_mail_siteId_idx" ON "report_mail" ("siteId");
CREATE INDEX "report_mail_createdBy_idx" ON "report_mail" ("createdBy");
CREATE INDEX "report_mail_nextDueAt_idx" ON "report_mail" ("nextDueAt") WHERE NOT "isPaused";

CREATE TABLE "report_mail_recipient" (
	"recipientId" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"reportMailId" integer NOT NULL REFERENCES "report_mail" ("reportMailId") ON DELETE CASCADE,
	"userId" text REFERENCES "user" ("id") ON DELETE CASCADE,
	"address" text,
	"confirmedAt" timestamptz,
	"tokenHash" text,
	"tokenExpiresAt" timestamptz,
	"unsubscribedAt" timestamptz,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	UNIQUE ("reportMailId", "userId"),
	UNIQUE ("reportMailId", "address")
);
CREATE INDEX "report_mail_recipient_userId_idx" ON "report_mail_recipient" ("userId");
CREATE INDEX "report_mail_recipient_tokenHash_idx" ON "report_mail_recipient" ("tokenHash");

CREATE TABLE "report_mail_confirmation" (
	"key" text PRIMARY KEY,
	"day" text NOT NULL,
	"count" integer NOT NULL
);
`;
