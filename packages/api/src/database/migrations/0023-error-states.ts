/** What members have decided about the errors of a site; an error without a row is new. */
export const sql = `
CREATE TABLE "error_state" (
	"siteId" integer NOT NULL REFERENCES "site" ("siteId") ON DELETE CASCADE,
	"errorId" text NOT NULL,
	"state" text NOT NULL,
	"release" text,
	"untilCount" integer,
	"untilTime" timestamptz,
	"decidedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"userId" text REFERENCES "user" ("id") ON DELETE SET NULL,
	PRIMARY KEY ("siteId", "errorId")
);
CREATE INDEX "error_state_siteId_decidedAt" ON "error_state" ("siteId", "decidedAt");
CREATE INDEX "error_state_userId" ON "error_state" ("userId");
`;
