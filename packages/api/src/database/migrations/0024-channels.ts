/** Where notices are sent to, and what is sent, with its tries and its last answer. */
export const sql = `
CREATE TABLE "channel" (
	"channelId" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"organizationId" text NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"target" jsonb NOT NULL,
	"sealedSecret" text NOT NULL,
	"isOn" boolean NOT NULL DEFAULT true,
	"offReason" text,
	"confirmation" text,
	"confirmUntil" timestamptz,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "channel_organizationId_idx" ON "channel" ("organizationId");
CREATE UNIQUE INDEX "channel_confirmation_idx" ON "channel" ("confirmation") WHERE "confirmation" IS NOT NULL;

CREATE TABLE "delivery" (
	"deliveryId" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"organizationId" text NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
	"siteId" integer REFERENCES "site" ("siteId") ON DELETE CASCADE,
	"channelId" integer REFERENCES "channel" ("channelId") ON DELETE CASCADE,
	"address" text,
	"recipient" text NOT NULL GENERATED ALWAYS AS (COALESCE('channel:' || "channelId"::text, 'mail:' || "address")) STORED,
	"key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"status" text NOT NULL DEFAULT 'waiting',
	"tries" integer NOT NULL DEFAULT 0,
	"copy" integer NOT NULL DEFAULT 0,
	"nextTryAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"leaseUntil" timestamptz,
	"holder" text,
	"lastAnswer" text,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	"sentAt" timestamptz
);
CREATE UNIQUE INDEX "delivery_recipient_key_idx" ON "delivery" ("recipient", "key");
CREATE INDEX "delivery_waiting_idx" ON "delivery" ("nextTryAt") WHERE "status" = 'waiting';
CREATE INDEX "delivery_leased_idx" ON "delivery" ("leaseUntil") WHERE "leaseUntil" IS NOT NULL;
CREATE INDEX "delivery_organizationId_idx" ON "delivery" ("organizationId", "deliveryId");
CREATE INDEX "delivery_siteId_idx" ON "delivery" ("siteId");
CREATE INDEX "delivery_channelId_idx" ON "delivery" ("channelId");
`;
