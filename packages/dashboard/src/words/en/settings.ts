/** Texts of a site's settings. */
export const words = {};
