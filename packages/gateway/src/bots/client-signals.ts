import type { Layer } from "./layer.ts";

const THRESHOLD = 3;
const SIZE_POINTS = 3;
const LARGEST_SCREEN = 16_384;
const SMALLEST_SCREEN = 64;

/** The browser itself reports that it is driven by a program. */
const AUTOMATION = "automation";
const NO_CHROME = "no window.chrome";
const NO_PLUGINS = "no plugins";

/** The client's signals by their bits, in the words of a verdict. */
const SIGNALS = [
	AUTOMATION,
	"zero outer size",
	NO_CHROME,
	"software rendering",
	NO_PLUGINS,
	"a screen of 800x600",
	"a screen of 1024x768",
	"an impossible size",
	"an odd outer size",
	"no plugin API",
];

/** The weights of our own tracker's signals: one is certain, and three others suffice only together. */
const POINTS: ReadonlyMap<string | undefined, number> = new Map([
	[AUTOMATION, 3],
	["zero outer size", 1],
	[NO_CHROME, 1],
	[NO_PLUGINS, 1],
]);
/** Other browsers have no `window.chrome`, and phones have no plugins either. */
const ONLY_DESKTOP_CHROME: ReadonlySet<string> = new Set([NO_CHROME, NO_PLUGINS]);
/** Phones name themselves after it. */
const isDesktopChrome = (userAgent: string) =>
	userAgent.lastIndexOf("Chrome/") > userAgent.lastIndexOf("Mobile");

const isHeadlessSize = (width: number, height: number) =>
	// The default window of headless browsers. Another default, 1024x768, is still the size of some people's screens.
	width === 800 && height === 600;

const isImpossible = (width: number, height: number): boolean => {
	// Both are zero when the client does not know its screen.
	if (width === 0 && height === 0) return false;
	return Math.min(width, height) < SMALLEST_SCREEN || Math.max(width, height) > LARGEST_SCREEN;
};

/** The signals of a mask that are meaningful for this user agent. */
const named = (mask: number, userAgent: string): string[] =>
	SIGNALS.filter(
		(name, bit) =>
			(mask & (1 << bit)) !== 0 && (!ONLY_DESKTOP_CHROME.has(name) || isDesktopChrome(userAgent)),
	);

/** The client's own score, and sizes that only a program's screen has. */
export const clientSignals: Layer = ({ event, context }) => {
	if (event === undefined) return undefined;
	const { _bs = 0, _bsm = 0, screenWidth, screenHeight } = event;
	const isOdd =
		screenWidth !== undefined &&
		screenHeight !== undefined &&
		(isImpossible(screenWidth, screenHeight) ||
			(context.client.deviceType === "Desktop" && isHeadlessSize(screenWidth, screenHeight)));
	const signals = named(_bsm, context.userAgent.text);
	// Earlier trackers weighed their signals themselves.
	const own = Math.max(
		_bs,
		signals.reduce((points, name) => points + (POINTS.get(name) ?? 0), 0),
	);
	const score = own + (isOdd ? SIZE_POINTS : 0);
	if (score < THRESHOLD) return undefined;
	const reasons = [
		`the client's own score ${own}`,
		...signals,
		...(isOdd ? [`a screen of ${screenWidth}x${screenHeight} ${SIZE_POINTS}`] : []),
	];
	return `${reasons.join(", ")}: ${score} of ${THRESHOLD} points`;
};
