/** Takes back what was installed. */
export type Undo = () => void;

/**
 * Listens to several event types, named in one string, at once.
 * Always in the capture phase: a page that stops propagation must not hide its events from us.
 */
export const listen = <Heard extends Event>(
	target: EventTarget,
	types: string,
	hear: (event: Heard) => void,
): Undo => {
	const names = types.split(" ");
	for (const name of names) target.addEventListener(name, hear as EventListener, true);
	return () => {
		for (const name of names) target.removeEventListener(name, hear as EventListener, true);
	};
};
