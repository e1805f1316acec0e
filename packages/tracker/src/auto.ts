import {
	attributeEvent,
	engagement,
	initialPageview,
	init as initWith,
	navigationPageview,
	type Options,
	outboundLink,
	shutdown,
} from "./index.ts";

// By its name, so that `declare module "footfall-tracker/auto"` can add to it.
export type { Events } from "./index.ts";
export * from "./index.ts";

/** The options of `init` with defaults: the captures of a new site's script tag, sent to `/api` of the page's own origin. */
export type AnalyticsOptions = Omit<Options, "captures" | "host"> &
	Partial<Pick<Options, "captures" | "host">>;

/** Like `init` of `footfall-tracker`; only the site has to be named. A bundle contains the default captures. */
export const init = ({
	host = "/api",
	captures = [initialPageview, navigationPageview, engagement, outboundLink, attributeEvent],
	...others
}: AnalyticsOptions): void => initWith({ host, captures, ...others });

let mounts = 0;

/** Starts the tracker for as long as a component is mounted; returns what its unmounting calls. Options are read once. */
export const mountAnalytics = (options: AnalyticsOptions): (() => void) => {
	init(options);
	mounts++;
	return () => {
		mounts--;
		// Strict mode mounts again at once, and that is no second page load.
		setTimeout(() => {
			if (mounts === 0) shutdown();
		});
	};
};
