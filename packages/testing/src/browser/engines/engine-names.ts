/** The engines that nearly all visitors have, in the order in which tables show them. */
export const engineNames = ["Chromium", "Firefox", "WebKit"] as const;
