import { type AnalyticsOptions, mountAnalytics } from "./auto.ts";

/** Vue's plugin: `app.use(analytics, { siteId })` counts until the application is unmounted (Vue 3.5 or later). */
export const analytics = {
	install: (app: { onUnmount(unmounted: () => void): void }, options: AnalyticsOptions): void => {
		app.onUnmount(mountAnalytics(options));
	},
};
