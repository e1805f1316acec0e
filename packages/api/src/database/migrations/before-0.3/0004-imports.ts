/** Imports of other products' exports: their progress, and the batches of rows already received. */
export const sql = `
CREATE TABLE "import" (
	"importId" text PRIMARY KEY,
	"siteId" integer NOT NULL REFERENCES "site" ("siteId") ON DELETE CASCADE,
	"organizationId" text NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
	"platform" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"fingerprint" text,
	"state" text NOT NULL,
	"nextRow" integer NOT NULL DEFAULT 0,
	"importedEvents" integer NOT NULL DEFAULT 0,
	"skipped" jsonb NOT NULL DEFAULT '{}',
	"invalid" jsonb NOT NULL DEFAULT '{}',
	"failure" text,
	"startedBy" text,
	"startedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"heardAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"completedAt" timestamptz,
	"leaseUntil" timestamptz
);
CREATE INDEX "import_siteId_idx" ON "import" ("siteId");
CREATE UNIQUE INDEX "import_running_idx" ON "import" ("organizationId")
	WHERE "state" IN ('receiving', 'finishing');

CREATE TABLE "import_batch" (
	"importId" text NOT NULL REFERENCES "import" ("importId") ON DELETE CASCADE,
	"digest" text NOT NULL,
	"firstRow" integer NOT NULL,
	"rows" integer NOT NULL,
	"isStored" boolean NOT NULL DEFAULT false,
	PRIMARY KEY ("importId", "digest")
);
`;
