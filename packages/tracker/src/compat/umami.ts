import type { Properties } from "../event/event-properties.ts";
import { pageApi } from "./page-api.ts";

// Answers to Umami's calls and attributes, for pages that were made for it.

type Payload = { name?: string; data?: Properties } & Record<string, unknown>;
type Tracked = string | Payload | ((payload: Payload) => Payload | undefined);

const page = window as unknown as { umami?: { track?: unknown; identify: unknown } };

const defaultPayload = (): Payload => ({
	hostname: location.hostname,
	language: navigator.language,
	referrer: document.referrer,
	title: document.title,
	url: location.pathname + location.search,
});

/** A name is an event's; without one it is a page view. What a function drops is not sent. Resolves at once. */
const track = async (tracked: Tracked = {}, data?: Properties) => {
	const payload =
		typeof tracked === "string"
			? { name: tracked, data }
			: typeof tracked === "function"
				? tracked(defaultPayload())
				: tracked;
	if (payload?.name) pageApi.event(payload.name, payload.data);
	else if (payload) pageApi.pageview();
};

const identify = async (user: string | Properties, traits?: Properties) => {
	if (typeof user === "object") pageApi.setTraits(user);
	else pageApi.identify(user, traits);
};

const PREFIX = "data-umami-event";

if (!page.umami?.track) {
	page.umami = { track, identify };
	addEventListener(
		"click",
		({ target }) => {
			const element = (target as Element).closest?.(`[${PREFIX}]`);
			const data: Record<string, string> = {};
			for (const { name, value } of element?.attributes ?? [])
				if (name.startsWith(`${PREFIX}-`)) data[name.slice(PREFIX.length + 1)] = value;
			if (element) track(element.getAttribute(PREFIX) ?? "", data);
		},
		true,
	);
}
