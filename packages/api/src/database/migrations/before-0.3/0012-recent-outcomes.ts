/**
 * Outcomes of the last hour's events, as each gateway process reports them: by site (0 = none), outcome and slot of
 * time. A slot reuses the row of the one an hour before, so that the table does not grow without vacuuming. Losing it
 * in a database crash does no harm. No foreign key to sites: a report may arrive after a deletion.
 */
export const sql = `
CREATE UNLOGGED TABLE "recent_outcome" (
	"siteId" integer NOT NULL,
	"outcome" text NOT NULL,
	"source" text NOT NULL,
	"place" integer NOT NULL,
	"slot" integer NOT NULL,
	"count" bigint NOT NULL,
	PRIMARY KEY ("siteId", "outcome", "source", "place")
);

CREATE UNLOGGED TABLE "unknown_site" (
	"slot" integer NOT NULL,
	"id" text NOT NULL,
	"source" text NOT NULL,
	"count" bigint NOT NULL,
	PRIMARY KEY ("slot", "id", "source")
);
`;
