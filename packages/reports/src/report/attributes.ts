/** Attributes that rows of sessions, users, recordings and errors share, in their order in each row. */
export const PLACE = ["country", "region", "city"] as const;
export const SOFTWARE = [
	"browser",
	"browser_version",
	"operating_system",
	"operating_system_version",
] as const;
export const SCREEN = ["screen_width", "screen_height"] as const;

/** The web vitals that a `performance` event measures. */
export const VITALS = ["lcp", "cls", "inp", "fcp", "ttfb"] as const;
