/** Texts of errors, web vitals and bots. */
export const words = {};
