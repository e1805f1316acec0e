import type { Properties } from "../event/event-properties.ts";
import { pageApi } from "./page-api.ts";

// Answers to Plausible's calls and class names, for pages that were made for it.

interface CallOptions {
	props?: Properties;
	revenue?: Properties;
	/** Pages wait for it before they go on. */
	callback?: () => void;
}
type Call = [name: string, options?: CallOptions];
/** A stub has the calls that wait; a tracker that has started, this one too, says so. */
type Plausible = ((...call: Call) => void) & { q?: Iterable<Call>; l?: boolean };

const page = window as unknown as { plausible?: Plausible };
const there = page.plausible;

const plausible: Plausible = (name, { props, revenue, callback } = {}) => {
	if (name === "pageview") pageApi.pageview();
	else pageApi.event(name, { ...props, ...revenue });
	callback?.();
};

/** Sends the event of the nearest element with such class names: of forms when they are submitted, else on a click. */
const onAction = (action: Event) => {
	const element = (action.target as Element).closest?.("[class*=plausible-event-name]");
	if (!element || (element.localName === "form") !== (action.type === "submit")) return;
	const found: Record<string, string> = {};
	for (const word of element.classList) {
		const [, key, value] = /^plausible-event-(.+?)(?:=|--)(.+)/.exec(word) ?? [];
		if (key && value) found[key] = value.replace(/\+/g, " ");
	}
	const { name, ...props } = found;
	if (name) pageApi.event(name, props);
};

if (!there?.l) {
	plausible.l = true;
	page.plausible = plausible;
	for (const call of there?.q ?? []) plausible(...call);
	for (const type of ["click", "auxclick", "submit"]) addEventListener(type, onAction, true);
}
