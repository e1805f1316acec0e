import {
	engagement,
	init,
	initialPageview,
	navigationPageview,
	outboundLink,
	shutdown,
} from "footfall-tracker";

declare module "footfall-tracker" {
	/** The events of this site: `event` takes no others. */
	interface Events {
		signup: { plan: "free" | "pro" };
	}
}

/** Starts counting, and returns what ends it. */
export const startAnalytics = () => {
	init({
		siteId: import.meta.env.VITE_FOOTFALL_SITE_ID,
		host: import.meta.env.VITE_FOOTFALL_HOST,
		captures: [initialPageview, navigationPageview, engagement, outboundLink],
	});
	return shutdown;
};
