/** Saved questions and boards, with their last versions. */
export const sql = `
CREATE TABLE "saved_item" (
	"id" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"kind" text NOT NULL,
	"siteId" integer REFERENCES "site" ("siteId") ON DELETE CASCADE,
	"organizationId" text NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
	"userId" text REFERENCES "user" ("id") ON DELETE SET NULL,
	"name" text NOT NULL,
	"content" jsonb NOT NULL,
	"version" integer NOT NULL,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "saved_item_organizationId_idx" ON "saved_item" ("organizationId", "kind");
CREATE INDEX "saved_item_siteId_idx" ON "saved_item" ("siteId");
CREATE INDEX "saved_item_userId_idx" ON "saved_item" ("userId");

CREATE TABLE "saved_item_version" (
	"id" integer NOT NULL REFERENCES "saved_item" ("id") ON DELETE CASCADE,
	"version" integer NOT NULL,
	"userId" text REFERENCES "user" ("id") ON DELETE SET NULL,
	"name" text NOT NULL,
	"content" jsonb NOT NULL,
	"savedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	PRIMARY KEY ("id", "version")
);
CREATE INDEX "saved_item_version_userId_idx" ON "saved_item_version" ("userId");
`;
