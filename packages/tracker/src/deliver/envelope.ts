/** The form of the requests; the gateway knows all that were ever sent. */
const VERSION = 1;

/** What a request tells of the browser, before its entries. The gateway finds automated browsers by these facts. */
export const envelope = (): unknown[] => [
	VERSION,
	Date.now(),
	location.hostname,
	navigator.language,
	screen.width,
	screen.height,
	navigator.webdriver,
	// A number below 0 tells of a screen that is touched, as an iPad has that calls itself a Mac.
	-navigator.maxTouchPoints || outerWidth || outerHeight,
	// The plugins are read only in case of doubt, because their list comes from another process.
	"chrome" in window || navigator.plugins?.length,
];
