/** Texts of pages, sources, places and devices. */
export const words = {};
