/** Source maps of sites, by release and file; several rows may name one stored map. */
export const sql = `
CREATE TABLE "source_map" (
	"sourceMapId" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"siteId" integer NOT NULL REFERENCES "site" ("siteId") ON DELETE CASCADE,
	"release" text NOT NULL,
	"fileName" text NOT NULL,
	"baseName" text NOT NULL,
	"fileHash" text NOT NULL,
	"mapHash" text NOT NULL,
	"bytes" integer NOT NULL,
	"storedBytes" integer NOT NULL,
	"sources" integer NOT NULL,
	"withContent" integer NOT NULL,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"lastUsedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	UNIQUE ("siteId", "release", "fileName", "fileHash")
);
CREATE INDEX "source_map_baseName_idx" ON "source_map" ("siteId", "baseName");
CREATE INDEX "source_map_fileHash_idx" ON "source_map" ("siteId", "fileHash");
CREATE INDEX "source_map_lastUsedAt_idx" ON "source_map" ("lastUsedAt");
`;
