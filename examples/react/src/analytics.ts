import {
	engagement,
	init,
	initialPageview,
	navigationPageview,
	outboundLink,
} from "footfall-tracker";

declare module "footfall-tracker" {
	/** The events of this site: `event` takes no others. */
	interface Events {
		signup: { plan: "free" | "pro" };
	}
}

/** Starts counting; later calls change nothing. */
export const startAnalytics = () =>
	init({
		siteId: import.meta.env.VITE_FOOTFALL_SITE_ID,
		host: import.meta.env.VITE_FOOTFALL_HOST,
		captures: [initialPageview, navigationPageview, engagement, outboundLink],
	});
