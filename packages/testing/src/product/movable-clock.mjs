import { readFileSync } from "node:fs";

/**
 * Loaded before the product (`NODE_OPTIONS=--import …`): sets its clock ahead by the ms in CLOCK_AHEAD_FILE. A second number
 * there is time that has passed: what is repeated after a second or more is due as much earlier.
 */
const file = process.env["CLOCK_AHEAD_FILE"] ?? "";
const LOOK_EVERY_MS = 20;
const LONG_MS = 1000;
const RealDate = Date;
const { setInterval, clearInterval } = globalThis;

const numbers = () => {
	try {
		const [ahead = 0, passed = 0] = readFileSync(file, "utf8").split(" ").map(Number);
		return { ahead, passed };
	} catch {
		return { ahead: 0, passed: 0 };
	}
};
const now = () => RealDate.now() + numbers().ahead;

globalThis.Date = class MovableDate extends RealDate {
	constructor(...values) {
		if (values.length === 0) super(now());
		else super(...values);
	}
	static now() {
		return now();
	}
};

const steady = () => performance.now() + numbers().passed;
/** Repeated work by its timer. */
const repeated = new Map();

globalThis.setInterval = (run, delayMs, ...values) => {
	if (!(delayMs >= LONG_MS)) return setInterval(run, delayMs, ...values);
	const entry = { dueAt: steady() + delayMs };
	entry.run = () => {
		entry.dueAt = steady() + delayMs;
		run(...values);
	};
	const timer = setInterval(entry.run, delayMs);
	repeated.set(timer, entry);
	return timer;
};
globalThis.clearInterval = (timer) => {
	repeated.delete(timer);
	clearInterval(timer);
};
setInterval(() => {
	const at = steady();
	for (const [timer, entry] of repeated) {
		if (at < entry.dueAt) continue;
		timer.refresh();
		entry.run();
	}
}, LOOK_EVERY_MS).unref();
