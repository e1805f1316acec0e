/** Ends all listening when it aborts. Only the module can end before its page does; a script has none. */
export let ending: AbortSignal | undefined;

/** Lets everything that begins to listen from now on do so until the signal. Returns the signal before it. */
export const listenUntil = (signal: AbortSignal | undefined): AbortSignal | undefined => {
	const before = ending;
	ending = signal;
	return before;
};

/**
 * Listens to several event types, named in one string, for the rest of the tracker's life: on the window, which all events
 * of its page pass. Always in the capture phase: a page that stops propagation must not hide its events from us.
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
