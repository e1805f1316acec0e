/** Where the instance sends its events to, and how far each destination has got. */
export const sql = `
CREATE TABLE "destination" (
	"id" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"definition" jsonb NOT NULL,
	"sealedSecret" text NOT NULL,
	"version" integer NOT NULL DEFAULT 1,
	"isPaused" boolean NOT NULL DEFAULT false,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE "destination_progress" (
	"destinationId" integer PRIMARY KEY REFERENCES "destination" ("id") ON DELETE CASCADE,
	"progress" jsonb NOT NULL,
	"holder" text,
	"leaseUntil" timestamptz
);
`;
