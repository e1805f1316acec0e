import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rollup } from "rollup";
import { minify } from "terser";
import { brotliBytes } from "./brotli-bytes.mjs";

/** Weighs what visitors download, as built, and fails when it is more than was promised. */

const dist = new URL("../packages/tracker/dist/", import.meta.url);
const built = (name) => readFileSync(new URL(name, dist), "utf8");

/** What a site's own bundler makes of the module when the site starts it and sends an event. */
const bundled = async () => {
	const use = `import { event, init, pageview } from "tracker";
init({ siteId: "1", host: "/api", captures: [] });
pageview();
event("signup");`;
	const bundle = await rollup({
		input: "use",
		plugins: [
			{
				name: "use",
				resolveId: (id) => (id === "tracker" ? fileURLToPath(new URL("index.js", dist)) : id),
				load: (id) => (id === "use" ? use : null),
			},
		],
	});
	const { output } = await bundle.generate({ format: "es" });
	return (await minify(output[0].code, { module: true, ecma: 2020 })).code ?? "";
};

/** As the gateway serves it to a site with the settings of a new site. */
const served = built("script-core.js").replace("FOOTFALL_SETTINGS", '{"siteId":"0123456789ab"}');

const promises = [
	{ what: "script.js, everything but vitals", budget: 3820, code: built("script.js") },
	{ what: "script-core.js, as a new site gets it", budget: 2730, code: served },
	{ what: "vitals.js, only where asked for", budget: 3100, code: built("vitals.js") },
	{ what: "module: init, pageview, event", budget: 1910, code: await bundled() },
];

let isOver = false;
for (const { what, budget, code } of promises) {
	const bytes = brotliBytes(code);
	isOver ||= bytes > budget;
	console.log(
		`${what.padEnd(38)} ${String(bytes).padStart(6)} of ${String(budget).padStart(5)} bytes${bytes > budget ? "  over" : ""}`,
	);
}
if (isOver) {
	console.error("More bytes than promised: save some, or change the promise in scripts/size.mjs.");
	process.exitCode = 1;
}
