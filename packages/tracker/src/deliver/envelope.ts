/** The version of the request format; the gateway knows all that were ever sent. */
const VERSION = 1;

/** Facts about the browser at the start of a request. The gateway detects automated browsers by them. */
export const envelope = (): unknown[] => [
	VERSION,
	Date.now(),
	location.hostname,
	navigator.language,
	screen.width,
	screen.height,
	navigator.webdriver,
	// A negative number marks a touch screen, such as an iPad's, which identifies itself as a Mac.
	-navigator.maxTouchPoints || outerWidth || outerHeight,
	// The plugins are read only in doubtful cases, because their list comes from another process.
	"chrome" in window || navigator.plugins?.length,
];
