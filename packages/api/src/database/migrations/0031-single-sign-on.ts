/** Which sessions began with a provider, to ask it again within the hour, which memberships it manages, and which ended. */
export const sql = `
ALTER TABLE "member" ADD COLUMN "providerId" text;

CREATE TABLE "former_member" (
	"organizationId" text NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
	"userId" text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
	"endedBy" text NOT NULL,
	"siteIds" jsonb,
	PRIMARY KEY ("organizationId", "userId")
);

CREATE TABLE "provider_session" (
	"sessionId" text PRIMARY KEY REFERENCES "session" ("id") ON DELETE CASCADE,
	"providerId" text NOT NULL,
	"subject" text NOT NULL,
	"sealedTokens" text NOT NULL,
	"checkedAt" timestamptz NOT NULL,
	"checkingUntil" timestamptz
);
`;
