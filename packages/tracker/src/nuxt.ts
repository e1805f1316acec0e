import type { PageOptions } from "./astro.ts";

/** The part of Nuxt that is used. */
interface Nuxt {
	options: {
		buildDir: string;
		plugins: (string | { src: string; mode?: "client" | "server" | "all" })[];
		build: { templates: { filename?: string; getContents?: () => string }[] };
		runtimeConfig: { public: Record<string, unknown> };
	};
}

const FILE = "footfall.client.mjs";

/** By the package's name, so that bundlers share the tracker's state with what pages import. */
const PLUGIN = `import { defineNuxtPlugin, useRuntimeConfig } from "#imports";
import { analytics } from "footfall-tracker/vue";
export default defineNuxtPlugin(({ vueApp }) => {
	const options = useRuntimeConfig().public.footfall;
	vueApp.use(analytics, { ...options, siteId: String(options.siteId) });
});
`;

/**
 * Nuxt's module: `modules: [["footfall-tracker/nuxt", { siteId }]]` counts in browsers. The options are public runtime
 * configuration, so that `NUXT_PUBLIC_FOOTFALL_SITE_ID` and its like change them when a built application starts.
 */
const analyticsModule = (options: PageOptions, { options: nuxt }: Nuxt): void => {
	nuxt.runtimeConfig.public["footfall"] = options;
	nuxt.build.templates.push({ filename: FILE, getContents: () => PLUGIN });
	nuxt.plugins.push({ src: `${nuxt.buildDir}/${FILE}`, mode: "client" });
};
export default analyticsModule;
