/** Texts of organizations and the account. */
export const words = {};
