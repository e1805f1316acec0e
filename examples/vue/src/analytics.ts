import {
	engagement,
	init,
	initialPageview,
	navigationPageview,
	outboundLink,
	shutdown,
} from "footfall-tracker";
import type { Plugin } from "vue";

declare module "footfall-tracker" {
	/** The events of this site: `event` takes no others. */
	interface Events {
		signup: { plan: "free" | "pro" };
	}
}

/** Counts for as long as the application is mounted. */
export const analytics: Plugin = (app) => {
	init({
		siteId: import.meta.env.VITE_FOOTFALL_SITE_ID,
		host: import.meta.env.VITE_FOOTFALL_HOST,
		captures: [initialPageview, navigationPageview, engagement, outboundLink],
	});
	app.onUnmount(shutdown);
};
