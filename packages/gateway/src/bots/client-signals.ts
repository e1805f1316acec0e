import type { Layer } from "./layer.ts";

const THRESHOLD = 3;
/** Bit 0 of the client's signals: the browser itself says that it is driven by a program. */
const AUTOMATION = 1;
const AUTOMATION_POINTS = 3;
const SIZE_POINTS = 3;
const LARGEST_SCREEN = 16_384;
const SMALLEST_SCREEN = 64;

/** The client's signals by their bits, in the words of a verdict. */
const SIGNALS = [
	"automation",
	"zero outer size",
	"no window.chrome",
	"software rendering",
	"no plugins",
	"a screen of 800x600",
	"a screen of 1024x768",
	"an impossible size",
	"an odd outer size",
	"no plugin API",
];

const isHeadlessSize = (width: number, height: number) =>
	// Default windows of headless browsers; no desktop has had such a screen for years.
	(width === 800 && height === 600) || (width === 1024 && height === 768);

const isImpossible = (width: number, height: number): boolean => {
	// Both zero is a client that does not know its screen.
	if (width === 0 && height === 0) return false;
	return Math.min(width, height) < SMALLEST_SCREEN || Math.max(width, height) > LARGEST_SCREEN;
};

const named = (mask: number): string[] => SIGNALS.filter((_name, bit) => (mask & (1 << bit)) !== 0);

/** The client's own score, and the sizes that only a program's screen has. */
export const clientSignals: Layer = ({ event, deviceType }) => {
	const { _bs = 0, _bsm = 0, screenWidth, screenHeight } = event;
	const isOdd =
		screenWidth !== undefined &&
		screenHeight !== undefined &&
		(isImpossible(screenWidth, screenHeight) ||
			(deviceType === "Desktop" && isHeadlessSize(screenWidth, screenHeight)));
	const own = (_bsm & AUTOMATION) === 0 ? _bs : Math.max(_bs, AUTOMATION_POINTS);
	const score = own + (isOdd ? SIZE_POINTS : 0);
	if (score < THRESHOLD) return undefined;
	const reasons = [
		`the client's own score ${own}`,
		...named(_bsm),
		...(isOdd ? [`a screen of ${screenWidth}x${screenHeight} ${SIZE_POINTS}`] : []),
	];
	return `${reasons.join(", ")}: ${score} of ${THRESHOLD} points`;
};
