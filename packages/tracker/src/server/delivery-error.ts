/**
 * What happened: the server `refused` an event for good; the client has `dropped` one; the server stored one `changed`,
 * such as without its money; the server cannot be reached or is busy, and the client is `retrying`.
 */
export type DeliveryErrorKind = "refused" | "dropped" | "changed" | "retrying";

/** An event or identify, with the field names of the API. */
export type ApiMessage = Readonly<Record<string, unknown>>;

export type Report = (kind: DeliveryErrorKind, reason: string, event?: ApiMessage) => void;

/** Why an event was not stored, or not as it was sent. */
export class DeliveryError extends Error {
	override name = "DeliveryError";
	readonly kind: DeliveryErrorKind;
	/** The event or identify; `undefined` while `retrying`. */
	readonly event: ApiMessage | undefined;

	constructor(kind: DeliveryErrorKind, reason: string, event?: ApiMessage) {
		super(`footfall: ${kind}: ${reason}`);
		this.kind = kind;
		this.event = event;
	}
}

const LOG_INTERVAL_MS = 60_000;

/** Logs an error a minute, with the number of those since the last one: an outage must not fill the log. */
export const createErrorLog = (): ((error: DeliveryError) => void) => {
	let loggedAt = Number.NEGATIVE_INFINITY;
	let unlogged = 0;
	return ({ message }) => {
		const now = performance.now();
		if (now - loggedAt < LOG_INTERVAL_MS) {
			unlogged++;
			return;
		}
		console.error(unlogged > 0 ? `${message} (and ${unlogged} before)` : message);
		loggedAt = now;
		unlogged = 0;
	};
};

/** Calls `onError`, whose own failures and calls must not come back to it. */
export const createReport = (onError: (error: DeliveryError) => void): Report => {
	let isReporting = false;
	return (kind, reason, event) => {
		if (isReporting) return;
		isReporting = true;
		try {
			onError(new DeliveryError(kind, reason, event));
		} catch (error) {
			console.error("footfall: onError failed", error);
		} finally {
			isReporting = false;
		}
	};
};
