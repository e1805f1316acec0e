import { analytics } from "footfall-tracker/vue";
import { createApp } from "vue";
import { createRouter, createWebHistory } from "vue-router";
import AccountPage from "./account-page.vue";
import HomePage from "./home-page.vue";
import MainPage from "./main-page.vue";
import PricingPage from "./pricing-page.vue";

const router = createRouter({
	history: createWebHistory(),
	routes: [
		{ path: "/", component: HomePage },
		{ path: "/pricing", component: PricingPage },
		{ path: "/account", component: AccountPage },
		// A redirect counts no view of its own.
		{ path: "/old", redirect: "/pricing" },
	],
});

const app = createApp(MainPage, { onClose: () => app.unmount() });
app
	.use(router)
	.use(analytics, {
		siteId: import.meta.env.VITE_FOOTFALL_SITE_ID,
		host: import.meta.env.VITE_FOOTFALL_HOST,
	})
	.mount("#app");
