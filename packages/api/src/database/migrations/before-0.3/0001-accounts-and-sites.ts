/**
 * The account tables have the columns that better-auth expects; the rest is ours.
 *
 * Triggers change the configuration's version in the transaction of the change itself, so that no code that writes
 * sites, keys or memberships can forget it. It is random rather than counted: a restored backup must not repeat a
 * version for which gateways hold other content.
 */
export const sql = `
CREATE TABLE "user" (
	"id" text PRIMARY KEY,
	"name" text NOT NULL,
	"email" text NOT NULL UNIQUE,
	"emailVerified" boolean NOT NULL,
	"image" text,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"isSystemAdmin" boolean NOT NULL DEFAULT false
);

CREATE TABLE "session" (
	"id" text PRIMARY KEY,
	"expiresAt" timestamptz NOT NULL,
	"token" text NOT NULL UNIQUE,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"updatedAt" timestamptz NOT NULL,
	"ipAddress" text,
	"userAgent" text,
	"userId" text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
	"activeOrganizationId" text
);
CREATE INDEX "session_userId_idx" ON "session" ("userId");

CREATE TABLE "account" (
	"id" text PRIMARY KEY,
	"accountId" text NOT NULL,
	"providerId" text NOT NULL,
	"userId" text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
	"accessToken" text,
	"refreshToken" text,
	"idToken" text,
	"accessTokenExpiresAt" timestamptz,
	"refreshTokenExpiresAt" timestamptz,
	"scope" text,
	"password" text,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"updatedAt" timestamptz NOT NULL
);
CREATE INDEX "account_userId_idx" ON "account" ("userId");

CREATE TABLE "verification" (
	"id" text PRIMARY KEY,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expiresAt" timestamptz NOT NULL,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "verification_identifier_idx" ON "verification" ("identifier");

CREATE TABLE "organization" (
	"id" text PRIMARY KEY,
	"name" text NOT NULL,
	"slug" text NOT NULL UNIQUE,
	"logo" text,
	"createdAt" timestamptz NOT NULL,
	"metadata" text
);

CREATE TABLE "member" (
	"id" text PRIMARY KEY,
	"organizationId" text NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
	"userId" text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
	"role" text NOT NULL,
	"createdAt" timestamptz NOT NULL,
	UNIQUE ("organizationId", "userId")
);
CREATE INDEX "member_userId_idx" ON "member" ("userId");

CREATE TABLE "invitation" (
	"id" text PRIMARY KEY,
	"organizationId" text NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
	"email" text NOT NULL,
	"role" text,
	"status" text NOT NULL,
	"expiresAt" timestamptz NOT NULL,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"inviterId" text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE
);
CREATE INDEX "invitation_organizationId_idx" ON "invitation" ("organizationId");
CREATE INDEX "invitation_email_idx" ON "invitation" ("email");

CREATE TABLE "apikey" (
	"id" text PRIMARY KEY,
	"configId" text NOT NULL,
	"name" text,
	"start" text,
	"referenceId" text NOT NULL,
	"prefix" text,
	"key" text NOT NULL,
	"refillInterval" integer,
	"refillAmount" integer,
	"lastRefillAt" timestamptz,
	"enabled" boolean,
	"rateLimitEnabled" boolean,
	"rateLimitTimeWindow" integer,
	"rateLimitMax" integer,
	"requestCount" integer,
	"remaining" integer,
	"lastRequest" timestamptz,
	"expiresAt" timestamptz,
	"createdAt" timestamptz NOT NULL,
	"updatedAt" timestamptz NOT NULL,
	"permissions" text,
	"metadata" text
);
CREATE INDEX "apikey_configId_idx" ON "apikey" ("configId");
CREATE INDEX "apikey_referenceId_idx" ON "apikey" ("referenceId");
CREATE UNIQUE INDEX "apikey_key_idx" ON "apikey" ("key");

CREATE TABLE "site" (
	"siteId" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"id" text NOT NULL UNIQUE,
	"name" text NOT NULL,
	"domain" text NOT NULL,
	"organizationId" text NOT NULL REFERENCES "organization" ("id"),
	"createdBy" text NOT NULL,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"privateLinkKey" text UNIQUE,
	"settings" jsonb NOT NULL,
	UNIQUE ("organizationId", "domain")
);

CREATE TABLE "deleted_site" (
	"siteId" integer PRIMARY KEY,
	"deletedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE "instance" (
	"name" text PRIMARY KEY,
	"value" text NOT NULL
);

CREATE TABLE "configuration_version" (
	"only" boolean PRIMARY KEY DEFAULT true CHECK ("only"),
	"version" text NOT NULL
);
INSERT INTO "configuration_version" ("version") VALUES (gen_random_uuid()::text);

CREATE FUNCTION "change_configuration_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "configuration_version" SET "version" = gen_random_uuid()::text;
	RETURN NULL;
END
$$;
CREATE TRIGGER "configuration_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "site"
	FOR EACH STATEMENT EXECUTE FUNCTION "change_configuration_version"();
CREATE TRIGGER "configuration_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "apikey"
	FOR EACH STATEMENT EXECUTE FUNCTION "change_configuration_version"();
CREATE TRIGGER "configuration_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "member"
	FOR EACH STATEMENT EXECUTE FUNCTION "change_configuration_version"();

-- The first account administers the instance. Two sign-ups at once wait for each other here.
CREATE FUNCTION "first_user_is_system_admin"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(hashtext('first_user_is_system_admin'));
	NEW."isSystemAdmin" := NOT EXISTS (SELECT FROM "user");
	RETURN NEW;
END
$$;
CREATE TRIGGER "first_user_is_system_admin" BEFORE INSERT ON "user"
	FOR EACH ROW EXECUTE FUNCTION "first_user_is_system_admin"();
`;
