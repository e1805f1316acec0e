/** The query key of a site's segments, which is invalidated when they change. */
export const segmentsKey = (site: string) => ["segments", site];
