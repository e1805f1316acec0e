/** Which sessions began with a provider, to ask it again within the hour, and which memberships it manages. */
export const sql = `
ALTER TABLE "member" ADD COLUMN "providerId" text;

CREATE TABLE "provider_session" (
	"sessionId" text PRIMARY KEY REFERENCES "session" ("id") ON DELETE CASCADE,
	"providerId" text NOT NULL,
	"subject" text NOT NULL,
	"sealedTokens" text NOT NULL,
	"checkedAt" timestamptz NOT NULL,
	"checkingUntil" timestamptz
);
`;
