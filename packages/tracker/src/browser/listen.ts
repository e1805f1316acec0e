/** Ends all listening when it aborts. Only the module can end before its page does; a script has none. */
export let ending: AbortSignal | undefined;

/** Everything that begins to listen from now on does so until the signal. */
export const listenUntil = (signal: AbortSignal): void => {
	ending = signal;
};

/**
 * Listens to several event types, named in one string, for the rest of the tracker's life.
 * Always in the capture phase: a page that stops propagation must not hide its events from us.
 */
export const listen = <Heard extends Event>(
	target: EventTarget,
	types: string,
	hear: (event: Heard) => void,
	until: AbortSignal | undefined = ending,
): void => {
	for (const type of types.split(" "))
		target.addEventListener(
			type,
			hear as EventListener,
			until ? { capture: true, signal: until } : true,
		);
};
