import { sessionReplay } from "./capture/session-replay.ts";
import { installSwitched, switchedCaptures } from "./capture/switched-captures.ts";
import type { Settings } from "./core/config.ts";
import { initBy } from "./core/init.ts";
import { fetchSettings } from "./core/site-settings.ts";
import { allowLargeProperties } from "./event/event-properties.ts";
import {
	attributeEvent,
	buttonClick,
	type Capture,
	copiedText,
	engagement,
	fileDownload,
	formSubmit,
	initialPageview,
	inputChange,
	navigationPageview,
	type Options,
	outboundLink,
	shutdown,
	uncaughtError,
} from "./index.ts";

// By its package name, so that `declare module "footfall-tracker/auto"` can add to it.
export type { Events } from "./index.ts";
export * from "./index.ts";

const webVitals: Capture = (track, until) => {
	import("./vitals.ts").then(
		(vitals) => until.aborted || vitals.webVitals(track, until),
		// The console already shows it.
		() => {},
	);
};
const recording = sessionReplay({ load: () => import("./replay.ts") });

const named = {
	initialPageview,
	navigationPageview,
	engagement,
	outboundLink,
	fileDownload,
	attributeEvent,
	buttonClick,
	copiedText,
	formSubmit,
	inputChange,
	uncaughtError,
	webVitals,
	sessionReplay: recording,
} satisfies Record<string, Capture>;

/** The name of a capture, as written into a page or passed on by a server component. */
export type CaptureName = keyof typeof named;

/**
 * The options of `init` if the site's settings decide what is captured; events are sent to `/api`
 * of the page's own origin by default.
 */
export type AnalyticsOptions = Omit<Options, "captures" | "host"> & {
	/** Replaces the captures that the site's settings turn on. */
	captures?: readonly (Capture | CaptureName)[];
	host?: string;
};

/** All captures that the settings turn on, as one capture. */
const capturesOf =
	(settings: Settings): Capture =>
	(track, until) =>
		installSwitched(settings, [
			...switchedCaptures,
			[() => webVitals(track, until), "webVitals"],
			[() => recording(track, until), "sessionReplay"],
		]);

/**
 * Like `init` of `footfall-tracker`; only the site is required. Without `captures`, the site's settings decide; they
 * are requested from the server before anything is sent. Options take precedence.
 */
export const init = ({ host = "/api", captures, ...others }: AnalyticsOptions): void =>
	initBy({ ...others, host, captures: [] }, (begin) => {
		if (captures)
			begin({
				...others,
				captures: captures.map((one) => (typeof one === "string" ? named[one] : one)),
			});
		else
			fetchSettings().then((settings) => {
				allowLargeProperties(settings.largeProperties);
				begin({
					trackUrlParams: others.trackUrlParams ?? !!settings.trackUrlParams,
					trackUrlFragments: others.trackUrlFragments ?? !!settings.trackUrlFragments,
					captures: [capturesOf(settings)],
				});
			});
	});

let mounts = 0;

/**
 * Starts the tracker for as long as a component is mounted; returns the function to call on
 * unmount. Options are read once.
 */
export const mountAnalytics = (options: AnalyticsOptions): (() => void) => {
	init(options);
	mounts++;
	return () => {
		mounts--;
		// Strict mode mounts again immediately, and that is not a second page load.
		setTimeout(() => {
			if (mounts === 0) shutdown();
		});
	};
};
