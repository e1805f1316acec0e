import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rollup } from "rollup";
import { minify } from "terser";
import { brotliBytes } from "./brotli-bytes.mjs";

/** Measures what visitors download, as built, and fails when it exceeds its budget. */

const dist = new URL("../packages/tracker/dist/", import.meta.url);
const built = (name) => readFileSync(new URL(name, dist), "utf8");

/** The module as minified by a site's own bundler. */
const bundled = async (use) => {
	const bundle = await rollup({
		input: "use",
		// The directive in React's file is for bundlers of servers.
		onLog: (level, log, handle) => log.code !== "MODULE_LEVEL_DIRECTIVE" && handle(level, log),
		plugins: [
			{
				name: "use",
				resolveId: (id, importer) => {
					if (id === "react") return { id, external: true };
					if (id === "use") return id;
					if (importer !== "use") return null;
					return fileURLToPath(new URL(`${id.split("/")[1] ?? "index"}.js`, dist));
				},
				load: (id) => (id === "use" ? use : null),
			},
		],
	});
	const { output } = await bundle.generate({ format: "es" });
	return (await minify(output[0].code, { module: true, ecma: 2020 })).code ?? "";
};

/** As the gateway serves it to a site with these settings. */
const served = (name, settings) =>
	built(name)
		.replace("FOOTFALL_SETTINGS", JSON.stringify({ siteId: "0123456789ab", ...settings }))
		.replace("/rare.js", "/s/3f9c1d7ae0b84652d91f0c6b7e2a58d4.js");

const calls = await bundled(`import { event, init, pageview } from "tracker";
init({ siteId: "1", host: "/api", captures: [] });
pageview();
event("signup");`);
const views =
	await bundled(`import { event, init, initialPageview, navigationPageview } from "tracker";
init({ siteId: "1", host: "/api", captures: [initialPageview, navigationPageview] });
event("signup");`);

const bySite = await bundled(`import { event, init } from "tracker/auto";
init({ siteId: "1" });
event("signup");`);
const react = await bundled(`import { Analytics, useEvent } from "tracker/react";
console.log(Analytics, useEvent);`);
const vue = await bundled(`import { analytics } from "tracker/vue";
console.log(analytics);`);

/** A budget only decreases, towards the goal if there is one: the target size of the script. */
const budgets = [
	{
		what: "script-core.js, as a new site gets it",
		budget: 3400,
		goal: 2250,
		code: served("script-core.js"),
	},
	{
		what: "script-health.js, with errors and vitals",
		budget: 3800,
		goal: 2550,
		code: served("script-health.js", { trackErrors: true, webVitals: true }),
	},
	{ what: "script.js, everything but vitals", budget: 4900, goal: 3600, code: built("script.js") },
	{
		what: "script-rybbit.js, for plugins",
		budget: 5250,
		goal: "–",
		code: built("script-rybbit.js"),
	},
	{ what: "script-plausible.js", budget: 6200, goal: "–", code: built("script-plausible.js") },
	{ what: "script-umami.js", budget: 6500, goal: "–", code: built("script-umami.js") },
	{ what: "script-gtag.js", budget: 6000, goal: "–", code: built("script-gtag.js") },
	{ what: "rare.js, only where asked for", budget: 900, goal: "–", code: built("rare.js") },
	{ what: "vitals.js, only where asked for", budget: 3070, goal: 3065, code: built("vitals.js") },
	{
		what: "replay.js, only in recorded visits",
		budget: 23250,
		goal: 25000,
		code: built("replay.js"),
	},
	{ what: "module: init, pageview, event", budget: 2800, goal: 1700, code: calls },
	{ what: "module: views by themselves, event", budget: 3010, goal: "–", code: views },
	{ what: "module: init by settings, event", budget: 5320, goal: "–", code: bySite },
	{ what: "react: Analytics, useEvent", budget: 5475, goal: "–", code: react },
	{ what: "vue: the plugin", budget: 5400, goal: "–", code: vue },
];

const line = (...cells) =>
	console.log(
		`${cells[0].padEnd(42)}${cells
			.slice(1)
			.map((cell) => String(cell).padStart(9))
			.join("")}`,
	);
line("Bytes in brotli 11", "today", "budget", "goal");
let isOver = false;
for (const { what, budget, goal, code } of budgets) {
	const bytes = brotliBytes(code);
	isOver ||= bytes > budget;
	line(what, bytes, budget, goal, ...(bytes > budget ? ["over"] : []));
}
if (isOver) {
	console.error("More bytes than the budget: save some, or change the budget in scripts/size.mjs.");
	process.exitCode = 1;
}
