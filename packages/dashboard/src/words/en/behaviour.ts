/** Texts of events, goals, funnels, journeys and retention. */
export const words = {};
