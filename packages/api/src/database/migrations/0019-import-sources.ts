/** Imports that are read from a service: which property and days, what limits their sums, and what they wait for. */
export const sql = `
ALTER TABLE "import" ADD COLUMN "source" jsonb;
ALTER TABLE "import" ADD COLUMN "noted" jsonb NOT NULL DEFAULT '{}';
ALTER TABLE "import" ADD COLUMN "waiting" jsonb;
`;
