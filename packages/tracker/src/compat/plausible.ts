import { withStorage } from "../browser/with-storage.ts";
import { event } from "../core/calls.ts";
import { pageview } from "../core/tracker.ts";
import type { Properties } from "../event/event-properties.ts";
import type { Product } from "./install-compatible.ts";
import { sendWith } from "./shown-event.ts";

// Responds to Plausible's calls, options, class names and attributes, for pages that were built for it.

interface CallOptions {
	/** The page's address for this event; both names are in use. */
	u?: string;
	url?: string;
	props?: Properties;
	revenue?: Properties;
	/** Pages wait for this call before they continue. */
	callback?: (result: { status: number }) => void;
}
type Call = [name: string, options?: CallOptions];

/** An event under Plausible's names: its name, address, domain, referrer and properties. */
interface Payload {
	n: string;
	u: string;
	d: string;
	r: string | null;
	p: Properties | undefined;
}

interface InitOptions {
	autoCapturePageviews?: boolean;
	customProperties?: Properties | ((name: string) => Properties | undefined);
	transformRequest?: (payload: Payload) => Payload | null | undefined;
}

/** A stub holds the queued calls and options; a started tracker, including this one, sets the flag. */
type Plausible = ((...call: Call) => void) & {
	q?: Iterable<Call>;
	o?: InitOptions | undefined;
	l?: boolean;
	init?: (options?: InitOptions) => void;
};

const page = window as unknown as { plausible?: Plausible };

/** Plausible's response to an event. */
const ACCEPTED = { status: 202 };

const plausible: Plausible = (name, { u, url, props, revenue, callback } = {}) => {
	const overrides = { url: u || url };
	if (name === "pageview") sendWith("pageview", { ...overrides, properties: props }, pageview);
	else sendWith("custom_event", overrides, () => event(name, { ...props, ...revenue }));
	callback?.(ACCEPTED);
};

/** Sends the event of the nearest element with such class names: for forms on submit, else on click. */
const onAction = (action: Event) => {
	const element = (action.target as Element).closest?.("[class*=plausible-event-name]");
	if (!element || (element.localName === "form") !== (action.type === "submit")) return;
	const found: Record<string, string> = {};
	for (const word of element.classList) {
		const [, key, value] = /^plausible-(?:event|revenue)-(.+?)(?:=|--)(.+)/.exec(word) ?? [];
		if (key && value) found[key] = value.replace(/\+/g, " ");
	}
	const { name, ...props } = found;
	if (name) plausible(name, { props });
};

/** Plausible's names for the events that its script sends automatically. */
const AUTOMATIC: Record<string, string> = { outbound: "Outbound Link: Click" };

/** Plausible's side of a tag: `event-…` are properties, `data-manual` means that the page counts its views itself. */
export const plausibleOf = ({ attributes, dataset }: HTMLScriptElement): Product => {
	const ofTag: Record<string, string> = {};
	for (const { name, value } of attributes)
		if (name.startsWith("event-")) ofTag[name.slice(6)] = value;
	let options: InitOptions = {};

	return {
		publish: () => {
			const there = page.plausible;
			if (there?.l) return;
			options = there?.o ?? options;
			plausible.init = (given) => {
				options = given ?? {};
			};
			plausible.l = true;
			page.plausible = plausible;
			for (const call of there?.q ?? []) plausible(...call);
			for (const type of ["click", "auxclick", "submit"]) addEventListener(type, onAction, true);
		},
		isOff: () => withStorage((storage) => storage["plausible_ignore"]) === "true",
		isManual: () =>
			options.autoCapturePageviews === false || (dataset["manual"] ?? "false") !== "false",
		change: (shown) => {
			const { type, name, url, referrer } = shown;
			const { customProperties, transformRequest } = options;
			const n = AUTOMATIC[type] ?? (name || type);
			const ofPage =
				typeof customProperties === "function" ? customProperties(n) : customProperties;
			const isCalled = type === "pageview" || type === "custom_event";
			const all = isCalled ? { ...ofTag, ...ofPage, ...shown.properties } : shown.properties;
			const p = Object.keys(all ?? {})[0] ? all : undefined;
			if (!transformRequest) return { ...shown, properties: p };
			const d = dataset["domain"] || location.hostname;
			const payload = transformRequest({ n, u: url, d, r: referrer || null, p });
			return payload
				? {
						...shown,
						name: type === "custom_event" ? payload.n : name,
						url: payload.u,
						referrer: payload.r ?? "",
						properties: payload.p,
					}
				: undefined;
		},
	};
};
