/** Definitions of an exported site until its import is finished, and the numbers of restored ones. */
export const sql = `
ALTER TABLE "import" ADD COLUMN "definitions" jsonb NOT NULL DEFAULT '{}';

CREATE TABLE "import_definition" (
	"importId" text NOT NULL REFERENCES "import" ("importId") ON DELETE CASCADE,
	"position" double precision NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	PRIMARY KEY ("importId", "position")
);
`;
