/** The first rows of an import that could not be read, for each reason. */
export const sql = `
ALTER TABLE "import" ADD COLUMN "invalidRows" jsonb NOT NULL DEFAULT '{}';
`;
