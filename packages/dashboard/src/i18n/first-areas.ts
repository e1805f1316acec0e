/** The texts of the overview, in each language. */
export const FIRST_AREAS = {
	reports: { en: () => import("./en/reports.ts"), de: () => import("./de/reports.ts") },
};
