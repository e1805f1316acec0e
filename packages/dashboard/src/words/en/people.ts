/** Texts of sessions, users and replays. */
export const words = {};
