import type { Layer } from "./layer.ts";

const THRESHOLD = 3;
/** Bit 0 of the client's signals: the browser itself says that it is driven by a program. */
const AUTOMATION = 1;
const AUTOMATION_POINTS = 3;
const SIZE_POINTS = 3;
const LARGEST_SCREEN = 16_384;
const SMALLEST_SCREEN = 64;

/** Default windows of headless browsers; no desktop has had such a screen for years. */
const HEADLESS_SIZES = new Set(["800x600", "1024x768"]);

const isImpossible = (width: number, height: number): boolean => {
	// Both zero is a client that does not know its screen.
	if (width === 0 && height === 0) return false;
	return Math.min(width, height) < SMALLEST_SCREEN || Math.max(width, height) > LARGEST_SCREEN;
};

/** The client's own score, and the sizes that only a program's screen has. */
export const clientSignals: Layer = ({ event, deviceType }) => {
	const { _bs = 0, _bsm = 0, screenWidth, screenHeight } = event;
	let score = _bs;
	if ((_bsm & AUTOMATION) !== 0 && score < AUTOMATION_POINTS) score = AUTOMATION_POINTS;
	if (score >= THRESHOLD) return true;
	if (screenWidth === undefined || screenHeight === undefined) return false;
	const isOdd =
		isImpossible(screenWidth, screenHeight) ||
		(deviceType === "Desktop" && HEADLESS_SIZES.has(`${screenWidth}x${screenHeight}`));
	return isOdd && score + SIZE_POINTS >= THRESHOLD;
};
