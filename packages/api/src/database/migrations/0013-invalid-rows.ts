/** Which rows of an import could not be read: for each reason the first ones. */
export const sql = `
ALTER TABLE "import" ADD COLUMN "invalidRows" jsonb NOT NULL DEFAULT '{}';
`;
