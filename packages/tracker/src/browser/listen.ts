/**
 * Listens to several event types, named in one string, for the rest of the page's life.
 * Always in the capture phase: a page that stops propagation must not hide its events from us.
 */
export const listen = <Heard extends Event>(
	target: EventTarget,
	types: string,
	hear: (event: Heard) => void,
): void => {
	for (const type of types.split(" ")) target.addEventListener(type, hear as EventListener, true);
};
