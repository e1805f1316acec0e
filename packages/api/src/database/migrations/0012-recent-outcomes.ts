/**
 * What became of the events of the last hour, as each gateway process reports it: by site (0 = none), outcome and slot of
 * time. A slot takes the row of the one an hour before, so that the table does not grow where nobody vacuums it. Lost in a
 * crash of the database, which is no harm. Sites are not referenced: a report may come after a deletion.
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
