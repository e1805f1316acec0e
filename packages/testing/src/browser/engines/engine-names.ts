/** The engines of nearly all visitors, in the order of the tables. */
export const engineNames = ["Chromium", "Firefox", "WebKit"] as const;
