/**
 * Violations of event schemas by site, event, rule and day (ms since the epoch / 86,400,000), as each gateway process reports
 * them; losing them in a database crash does no harm. And the requests to send quarantined events again, until a gateway has.
 */
export const sql = `
CREATE UNLOGGED TABLE "schema_violation" (
	"siteId" integer NOT NULL,
	"event" text NOT NULL,
	"rule" text NOT NULL,
	"day" integer NOT NULL,
	"source" text NOT NULL,
	"message" text NOT NULL,
	"count" bigint NOT NULL,
	"examples" jsonb NOT NULL,
	PRIMARY KEY ("siteId", "event", "rule", "day", "source")
);

CREATE TABLE "resend" (
	"id" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"siteId" integer NOT NULL REFERENCES "site" ("siteId") ON DELETE CASCADE,
	"selection" jsonb NOT NULL,
	"after" text NOT NULL DEFAULT '',
	"leasedUntil" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "resend_siteId_idx" ON "resend" ("siteId");
`;
