/** Under which the segments of a site are asked, and forgotten when they change. */
export const segmentsKey = (site: string) => ["segments", site];
