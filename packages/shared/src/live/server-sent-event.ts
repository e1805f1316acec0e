/** An event of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html). JSON has no line breaks of its own. */
export const serverSentEvent = (name: string, data: unknown, id?: string): string =>
	`${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Tells a client how long to wait, in ms, before it reconnects. */
export const reconnectAfter = (ms: number): string => `retry: ${ms}\n\n`;

/** Keeps proxies and load balancers from closing an idle connection. */
export const HEARTBEAT = ": still here\n\n";
