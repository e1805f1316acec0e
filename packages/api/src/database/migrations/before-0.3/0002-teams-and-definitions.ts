/**
 * Access to sites by team, the definitions that members write, and the audit log.
 *
 * `api_key_usage` is unlogged: counting requests must not cost a synced commit each, and a limit that starts
 * anew after a crash harms nobody.
 */
export const sql = `
ALTER TABLE "member" ADD COLUMN "hasRestrictedSiteAccess" boolean NOT NULL DEFAULT false;

CREATE TABLE "member_site" (
	"memberId" text NOT NULL REFERENCES "member" ("id") ON DELETE CASCADE,
	"siteId" integer NOT NULL REFERENCES "site" ("siteId") ON DELETE CASCADE,
	PRIMARY KEY ("memberId", "siteId")
);
CREATE INDEX "member_site_siteId_idx" ON "member_site" ("siteId");

CREATE TABLE "team" (
	"id" text PRIMARY KEY,
	"organizationId" text NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
	"name" text NOT NULL,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "team_organizationId_idx" ON "team" ("organizationId");

CREATE TABLE "team_member" (
	"teamId" text NOT NULL REFERENCES "team" ("id") ON DELETE CASCADE,
	"memberId" text NOT NULL REFERENCES "member" ("id") ON DELETE CASCADE,
	PRIMARY KEY ("teamId", "memberId")
);
CREATE INDEX "team_member_memberId_idx" ON "team_member" ("memberId");

CREATE TABLE "team_site" (
	"teamId" text NOT NULL REFERENCES "team" ("id") ON DELETE CASCADE,
	"siteId" integer NOT NULL REFERENCES "site" ("siteId") ON DELETE CASCADE,
	PRIMARY KEY ("teamId", "siteId")
);
CREATE INDEX "team_site_siteId_idx" ON "team_site" ("siteId");

CREATE TABLE "annotation" (
	"annotationId" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"siteId" integer REFERENCES "site" ("siteId") ON DELETE CASCADE,
	"organizationId" text NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
	"userId" text REFERENCES "user" ("id") ON DELETE SET NULL,
	"title" text NOT NULL,
	"description" text,
	"date" timestamptz NOT NULL,
	"endDate" timestamptz,
	"color" text,
	"icon" text,
	"isPublic" boolean NOT NULL,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "annotation_organizationId_idx" ON "annotation" ("organizationId", "date");

CREATE TABLE "segment" (
	"segmentId" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"siteId" integer REFERENCES "site" ("siteId") ON DELETE CASCADE,
	"organizationId" text NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
	"userId" text REFERENCES "user" ("id") ON DELETE SET NULL,
	"name" text NOT NULL,
	"description" text,
	"filters" jsonb NOT NULL,
	"isPublic" boolean NOT NULL,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "segment_organizationId_idx" ON "segment" ("organizationId");

CREATE TABLE "goal" (
	"goalId" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"siteId" integer NOT NULL REFERENCES "site" ("siteId") ON DELETE CASCADE,
	"name" text,
	"goalType" text NOT NULL,
	"config" jsonb NOT NULL,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "goal_siteId_idx" ON "goal" ("siteId");

CREATE TABLE "funnel" (
	"id" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"siteId" integer NOT NULL REFERENCES "site" ("siteId") ON DELETE CASCADE,
	"userId" text REFERENCES "user" ("id") ON DELETE SET NULL,
	"name" text NOT NULL,
	"steps" jsonb NOT NULL,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "funnel_siteId_idx" ON "funnel" ("siteId");

CREATE TABLE "audit_entry" (
	"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"organizationId" text NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
	"at" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"userId" text,
	"userEmail" text,
	"via" text NOT NULL,
	"action" text NOT NULL,
	"target" text,
	"details" jsonb NOT NULL
);
CREATE INDEX "audit_entry_organizationId_idx" ON "audit_entry" ("organizationId", "id");

CREATE TABLE "sign_in_failure" (
	"account" text PRIMARY KEY,
	"failures" integer NOT NULL,
	"lastFailureAt" timestamptz NOT NULL
);

CREATE UNLOGGED TABLE "api_key_usage" (
	"keyId" text PRIMARY KEY,
	"windowStart" timestamptz NOT NULL,
	"requests" integer NOT NULL
);
`;
