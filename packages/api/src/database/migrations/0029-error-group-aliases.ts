/** Which errors of minified stacks are one error by their sources, and the sites whose errors are compared so. */
export const sql = `
CREATE TABLE "error_group_alias" (
	"siteId" integer NOT NULL REFERENCES "site" ("siteId") ON DELETE CASCADE,
	"rawGroup" text NOT NULL,
	"canonicalGroup" text,
	"isPartial" boolean NOT NULL DEFAULT false,
	"resolvedAt" timestamptz NOT NULL,
	PRIMARY KEY ("siteId", "rawGroup")
);
CREATE INDEX "error_group_alias_resolvedAt_idx" ON "error_group_alias" ("siteId", "resolvedAt");
CREATE INDEX "error_group_alias_canonicalGroup_idx" ON "error_group_alias" ("siteId", "canonicalGroup");

CREATE TABLE "error_grouping" (
	"siteId" integer PRIMARY KEY REFERENCES "site" ("siteId") ON DELETE CASCADE,
	"receivedSince" timestamptz NOT NULL,
	"mapsAt" timestamptz NOT NULL,
	"changedAt" timestamptz NOT NULL DEFAULT 'epoch',
	"nextAt" timestamptz NOT NULL,
	"leaseUntil" timestamptz NOT NULL DEFAULT 'epoch'
);
CREATE INDEX "error_grouping_nextAt_idx" ON "error_grouping" ("nextAt");
INSERT INTO "error_grouping" ("siteId", "receivedSince", "mapsAt", "nextAt")
	SELECT DISTINCT "siteId", CURRENT_TIMESTAMP - interval '90 days', date_trunc('second', CURRENT_TIMESTAMP), CURRENT_TIMESTAMP
	FROM "source_map";
`;
