/** How many of an import's rows were daily sums, which reports on events do not count. */
export const sql = `
ALTER TABLE "import" ADD COLUMN "importedFigures" integer NOT NULL DEFAULT 0;
`;
