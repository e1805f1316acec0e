/** Annotations that mark a deployment, and the reference under which a repeated request finds its first. */
export const sql = `
ALTER TABLE "annotation"
	ADD COLUMN "kind" text NOT NULL DEFAULT 'note',
	ADD COLUMN "version" text,
	ADD COLUMN "url" text,
	ADD COLUMN "reference" text;
CREATE UNIQUE INDEX "annotation_reference_key" ON "annotation" ("organizationId", (coalesce("siteId", 0)), "reference")
	WHERE "reference" IS NOT NULL;
`;
