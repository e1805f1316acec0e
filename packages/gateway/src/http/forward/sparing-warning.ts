import type { Logger } from "@footfall/shared/logger";

/** At most one log line per this interval. */
const QUIET_MS = 10_000;

/**
 * Warns of a fault that any client can cause at will: the first time at once, then every ten seconds at most, with the
 * number of faults in between as `omitted`.
 */
export const createSparingWarning = (
	log: Logger,
	message: string,
	now = () => performance.now(),
): ((fields: object) => void) => {
	let quietUntil = 0;
	let omitted = 0;
	return (fields) => {
		const at = now();
		if (at < quietUntil) {
			omitted++;
			return;
		}
		quietUntil = at + QUIET_MS;
		log.warn({ ...fields, ...(omitted > 0 && { omitted }) }, message);
		omitted = 0;
	};
};
