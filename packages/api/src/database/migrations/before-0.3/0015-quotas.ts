/** Counters for an account's quotas; for invitations the mails are counted, which leave no rows. */
export const sql = `
CREATE TABLE "invitation_count" (
	"userId" text PRIMARY KEY REFERENCES "user" ("id") ON DELETE CASCADE,
	"day" text NOT NULL,
	"count" integer NOT NULL
);
CREATE INDEX "site_createdBy_idx" ON "site" ("createdBy");
CREATE INDEX "segment_userId_idx" ON "segment" ("userId");
CREATE INDEX "annotation_userId_idx" ON "annotation" ("userId");
`;
