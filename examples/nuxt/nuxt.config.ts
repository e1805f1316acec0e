const { VITE_FOOTFALL_SITE_ID: siteId, VITE_FOOTFALL_HOST: host } = process.env;

export default defineNuxtConfig({
	compatibilityDate: "2026-01-01",
	telemetry: false,
	modules: [["footfall-tracker/nuxt", { siteId, host }]],
});
