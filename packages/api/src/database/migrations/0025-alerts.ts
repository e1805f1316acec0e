/** Alert rules of sites with their state, each time that one fired, and who evaluates them at present. */
export const sql = `
CREATE TABLE "alert_rule" (
	"alertId" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"siteId" integer NOT NULL REFERENCES "site" ("siteId") ON DELETE CASCADE,
	"organizationId" text NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
	"userId" text REFERENCES "user" ("id") ON DELETE SET NULL,
	"name" text NOT NULL,
	"rule" jsonb NOT NULL,
	"version" integer NOT NULL DEFAULT 1,
	"state" text NOT NULL DEFAULT 'ok',
	"stateSince" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"reason" text,
	"pausedUntil" timestamptz,
	"memory" jsonb NOT NULL DEFAULT '{}',
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "alert_rule_siteId" ON "alert_rule" ("siteId");
CREATE INDEX "alert_rule_organizationId" ON "alert_rule" ("organizationId");
CREATE INDEX "alert_rule_userId" ON "alert_rule" ("userId");
CREATE INDEX "alert_rule_updatedAt" ON "alert_rule" ("updatedAt");

CREATE TABLE "alert_event" (
	"eventId" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"alertId" integer NOT NULL REFERENCES "alert_rule" ("alertId") ON DELETE CASCADE,
	"startedAt" timestamptz NOT NULL,
	"endedAt" timestamptz,
	"numbers" jsonb NOT NULL,
	"sentences" jsonb NOT NULL
);
CREATE INDEX "alert_event_alertId" ON "alert_event" ("alertId", "startedAt");

CREATE TABLE "alert_turn" (
	"only" boolean PRIMARY KEY DEFAULT true CHECK ("only"),
	"minute" bigint NOT NULL DEFAULT 0,
	"holder" text NOT NULL DEFAULT '',
	"leaseUntil" timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO "alert_turn" DEFAULT VALUES;

CREATE TABLE "alert_gap" (
	"fromTime" timestamptz PRIMARY KEY,
	"toTime" timestamptz NOT NULL
);
`;
