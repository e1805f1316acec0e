import type { Footfall } from "./tag/script-api.ts";

export { onPageChange } from "./browser/on-page-change.ts";
export { hasOptedOut, optOut } from "./browser/opt-out.ts";
export { attributeEvent } from "./capture/attribute-event.ts";
export { buttonClick } from "./capture/button-click.ts";
export { copiedText } from "./capture/copied-text.ts";
export { engagement } from "./capture/engagement.ts";
export { fileDownload } from "./capture/file-download.ts";
export { formSubmit } from "./capture/form-submit.ts";
export { initialPageview } from "./capture/initial-pageview.ts";
export { inputChange } from "./capture/input-change.ts";
export {
	isSessionReplayActive,
	startSessionReplay,
	stopSessionReplay,
} from "./capture/lazy-session-replay.ts";
export { navigationPageview } from "./capture/navigation-pageview.ts";
export { outboundLink } from "./capture/outbound-link.ts";
export { type SessionReplayOptions, sessionReplay } from "./capture/session-replay.ts";
export { uncaughtError, uncaughtErrorOf } from "./capture/uncaught-error.ts";
export {
	clearUserId,
	type EventName,
	type Events,
	error,
	event,
	getUserId,
	identify,
	outbound,
	type PropertiesOf,
	setTraits,
} from "./core/calls.ts";
export { init, type Options, shutdown } from "./core/init.ts";
export { type Capture, optIn, pageview, type Track } from "./core/tracker.ts";
export type { Properties } from "./event/event-properties.ts";
export type { BeforeSend, EventType, Measures, OutgoingEvent } from "./event/outgoing-event.ts";
export { hidePaths } from "./paths/hide-paths.ts";
export type { ReplayOptions } from "./replay/replay-options.ts";
export type { Replay, ReplayPage } from "./replay/replay-page.ts";
export type { Footfall } from "./tag/script-api.ts";

declare global {
	interface Window {
		/** The API of the page's script tag, under this name unless `data-namespace` gives another. */
		footfall?: Footfall;
	}
}
