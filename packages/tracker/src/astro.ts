import type { AnalyticsOptions, CaptureName } from "./auto.ts";

/** Options that can be written into a page. */
export type PageOptions = Omit<AnalyticsOptions, "captures" | "beforeSend"> & {
	captures?: readonly CaptureName[];
};

/** The part of Astro's integrations that is used. */
interface Integration {
	name: string;
	hooks: {
		"astro:config:setup"(setup: { injectScript(stage: "page", code: string): void }): void;
	};
}

/** Astro's integration: starts the tracker on every page, once also if pages are swapped by the client router. */
export const analyticsOnPages = (options: PageOptions): Integration => ({
	name: "footfall-tracker",
	hooks: {
		"astro:config:setup": ({ injectScript }) =>
			injectScript(
				"page",
				`import { init } from "footfall-tracker/auto"; init(${JSON.stringify(options)});`,
			),
	},
});
