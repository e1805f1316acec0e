import type { Properties } from "../event/event-properties.ts";
import { pageApi } from "./page-api.ts";

// Answers to `gtag` and to events in `dataLayer`, for pages that were made for Google Analytics.

/** `gtag` adds its arguments as an object with numbers as keys; pages may also add an object that names its event. */
type Entry = Record<number, unknown> & { event?: unknown };
interface GtagParameters extends Record<string, unknown> {
	user_id?: string;
	/** Pages wait for it before they go on. */
	event_callback?: () => void;
}

const page = window as unknown as { dataLayer?: Entry[] };
page.dataLayer ??= [];
const layer = page.dataLayer;

const send = (name: string, { event_callback, ...parameters }: GtagParameters = {}) => {
	if (name === "page_view") pageApi.pageview();
	else pageApi.event(name, parameters as Properties);
	event_callback?.();
};

const take = (entry: Entry) => {
	const { event, 0: command, 1: first, 2: second, ...parameters } = Object(entry) as Entry;
	const user = (first as GtagParameters)?.user_id ?? (second as GtagParameters)?.user_id;
	if (command === "event") send(first as string, second as GtagParameters);
	else if (user) pageApi.identify(user);
	else if (command === "set" && first === "user_properties")
		pageApi.setTraits(second as Properties);
	// Google's own are about loading.
	else if (typeof event === "string" && !event.startsWith("gtm.")) send(event, parameters);
};

const push = layer.push;
layer.push = (...entries) => {
	entries.forEach(take);
	return push.apply(layer, entries);
};
[...layer].forEach(take);
