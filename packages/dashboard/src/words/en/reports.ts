/** Texts of the overview. */
export const words = {};
