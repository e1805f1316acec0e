/**
 * Several private links per site. The key of a site's only link so far stays in `site` until a start, which has the
 * installation's key, hashes it; `site."privateLinkAreas"` stays, as the limit of the next key of the main link.
 */
export const sql = `
CREATE TABLE "private_link" (
	"linkId" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"siteId" integer NOT NULL REFERENCES "site" ("siteId") ON DELETE CASCADE,
	"name" text NOT NULL,
	"keyHash" text NOT NULL,
	"sealedKey" text,
	"areas" jsonb,
	"expiresAt" timestamptz,
	"passwordHash" text,
	"createdBy" text REFERENCES "user" ("id") ON DELETE SET NULL,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"lastUsedAt" timestamptz
);
CREATE UNIQUE INDEX "private_link_key" ON "private_link" ("siteId", "keyHash");
CREATE UNIQUE INDEX "private_link_main" ON "private_link" ("siteId") WHERE "sealedKey" IS NOT NULL;
CREATE INDEX "private_link_createdBy" ON "private_link" ("createdBy");
`;
