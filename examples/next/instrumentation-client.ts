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

// Next runs this file once per page load, in the browser only and ahead of React. The router's own history calls are seen
// like anybody else's, so no component has to report a route.
init({
	siteId: process.env.NEXT_PUBLIC_FOOTFALL_SITE_ID ?? "",
	host: process.env.NEXT_PUBLIC_FOOTFALL_HOST ?? "",
	captures: [initialPageview, navigationPageview, engagement, outboundLink],
});
