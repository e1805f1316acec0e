/** How many of an import's rows were sums of days, which no report of events counts. */
export const sql = `
ALTER TABLE "import" ADD COLUMN "importedFigures" integer NOT NULL DEFAULT 0;
`;
