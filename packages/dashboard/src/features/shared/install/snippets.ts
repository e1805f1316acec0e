/** The kind of website, which determines where the tracker goes. */
export const SNIPPET_KINDS = ["html", "npm", "react", "next", "vue"] as const;
export type SnippetKind = (typeof SNIPPET_KINDS)[number];

const init = (siteId: string, origin: string, indent = "") =>
	[
		"init({",
		`  siteId: "${siteId}",`,
		`  host: "${origin}/api",`,
		"  captures: [initialPageview, navigationPageview],",
		"});",
	]
		.map((line) => indent + line)
		.join("\n");

const IMPORT = 'import { init, initialPageview, navigationPageview } from "footfall-tracker";';
const INSTALL = "npm install footfall-tracker";

/**
 * The code to add to a site.
 * @param origin URL of the product, without a trailing slash
 */
export const snippetOf = (kind: SnippetKind, siteId: string, origin: string): string => {
	switch (kind) {
		case "html":
			return `<script src="${origin}/api/script.js?siteId=${siteId}" defer></script>`;
		case "npm":
			return `${INSTALL}\n\n${IMPORT}\n\n${init(siteId, origin)}`;
		case "react":
			return `${INSTALL}\n\n// main.tsx, before createRoot\n${IMPORT}\n\n${init(siteId, origin)}`;
		case "next":
			return `${INSTALL}\n\n// instrumentation-client.ts\n${IMPORT}\n\n${init(siteId, origin)}`;
		case "vue":
			return `${INSTALL}\n\n// main.ts\nimport { init, initialPageview, navigationPageview, shutdown } from "footfall-tracker";\n\napp.use({\n  install(app) {\n${init(siteId, origin, "    ")}\n    app.onUnmount(shutdown);\n  },\n});`;
	}
};
