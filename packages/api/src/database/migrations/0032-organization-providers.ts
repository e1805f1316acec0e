/** OpenID providers that organizations set up for their mail domains. */
export const sql = `
CREATE TABLE "organization_provider" (
	"providerId" text PRIMARY KEY,
	"organizationId" text NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"clientId" text NOT NULL,
	"sealedSecret" text NOT NULL,
	"settings" jsonb NOT NULL,
	"domain" text NOT NULL,
	"domainToken" text NOT NULL,
	"domainVerifiedAt" timestamptz,
	"createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "organization_provider_organizationId_idx" ON "organization_provider" ("organizationId");
CREATE UNIQUE INDEX "organization_provider_domain_idx" ON "organization_provider" ("domain")
	WHERE "domainVerifiedAt" IS NOT NULL;
`;
