import { event, identify, setTraits } from "../core/calls.ts";
import { pageview } from "../core/tracker.ts";
import type { Properties } from "../event/event-properties.ts";
import type { Product } from "./install-compatible.ts";
import { type Overrides, sendWith } from "./shown-event.ts";

// Responds to `gtag` and to events in `dataLayer`, for pages that were built for Google Analytics.

/** `gtag` adds its arguments as an object with numbers as keys; pages may also add an object that names its event. */
type Entry = Record<number, unknown> & { event?: unknown };
interface GtagParameters extends Record<string, unknown> {
	user_id?: string;
	/** Overrides for the page's real address and title. */
	page_location?: string;
	page_title?: string;
	page_referrer?: string;
	/** Whether a view is counted automatically. */
	send_page_view?: boolean;
	/** Pages wait for this call before they continue. */
	event_callback?: () => void;
}

const page = window as unknown as { dataLayer?: Entry[] };

const overridesOf = ({ page_location, page_title, page_referrer }: GtagParameters): Overrides => ({
	url: page_location,
	title: page_title,
	referrer: page_referrer,
});

/** Google's side of a tag. */
export const gtagOf = (): Product => {
	/** The values of `config` and `set`, which apply to all later events. */
	let common: GtagParameters = {};

	const send = (name: string, said: GtagParameters = {}) => {
		const { event_callback, page_location, page_title, page_referrer, ...parameters } = said;
		const overrides = overridesOf(said);
		if (name === "page_view")
			sendWith("pageview", { ...overrides, properties: parameters }, pageview);
		else sendWith("custom_event", overrides, () => event(name, parameters as Properties));
		event_callback?.();
	};

	const take = (entry: Entry) => {
		const { event: name, 0: command, 1: first, 2: second, ...parameters } = Object(entry) as Entry;
		if (command === "event") send(first as string, second as GtagParameters);
		else if (command === "set" && first === "user_properties") setTraits(second as Properties);
		else if (command === "set" || command === "config") {
			const said = Object(command === "set" ? first : second) as GtagParameters;
			common = { ...common, ...said };
			if (said.user_id) identify(said.user_id);
		}
		// Google's own are about loading.
		else if (typeof name === "string" && !name.startsWith("gtm.")) send(name, parameters);
	};

	return {
		publish: () => {
			page.dataLayer ??= [];
			const layer = page.dataLayer;
			const push = layer.push;
			layer.push = (...entries) => {
				entries.forEach(take);
				return push.apply(layer, entries);
			};
			[...layer].forEach(take);
		},
		isOff: () => false,
		isManual: () => common.send_page_view === false,
		change: (shown, overrides) => {
			const said = overridesOf(common);
			return {
				...shown,
				url: overrides.url ?? said.url ?? shown.url,
				title: overrides.title ?? said.title ?? shown.title,
				referrer: overrides.referrer ?? said.referrer ?? shown.referrer,
			};
		},
	};
};
