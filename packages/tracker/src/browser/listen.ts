/** Removes all listeners when it aborts. Only the module can end before its page does; a script has none. */
export let ending: AbortSignal | undefined;

/** Ties all listeners added from now on to the signal. Returns the previous signal. */
export const listenUntil = (signal: AbortSignal | undefined): AbortSignal | undefined => {
	const before = ending;
	ending = signal;
	return before;
};

/**
 * Listens to several event types, named in one string, until the tracker ends: on the window, in the capture phase, so
 * that a page that stops propagation does not hide its events.
 */
export const listen = <Heard extends Event>(
	types: string,
	hear: (event: Heard) => void,
	target: EventTarget = window,
): void => {
	const options = ending ? { capture: true, signal: ending } : true;
	for (const type of types.split(" "))
		target.addEventListener(type, hear as EventListener, options);
};
