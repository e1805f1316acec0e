/** Texts of the live page. */
export const words = {};
