import { analytics } from "footfall-tracker/vue";

export default defineNuxtPlugin(({ vueApp }) => {
	vueApp.use(analytics, {
		siteId: import.meta.env.VITE_FOOTFALL_SITE_ID,
		host: import.meta.env.VITE_FOOTFALL_HOST,
	});
});
