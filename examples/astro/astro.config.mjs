import { defineConfig } from "astro/config";
import { analyticsOnPages } from "footfall-tracker/astro";
import { loadEnv } from "vite";

const { VITE_FOOTFALL_HOST, VITE_FOOTFALL_SITE_ID } = loadEnv("production", process.cwd(), "VITE_");

export default defineConfig({
	integrations: [analyticsOnPages({ siteId: VITE_FOOTFALL_SITE_ID, host: VITE_FOOTFALL_HOST })],
	// A redirect counts no view of its own.
	redirects: { "/old": "/pricing" },
});
