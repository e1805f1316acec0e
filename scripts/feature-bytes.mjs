import { fileURLToPath } from "node:url";
import { rollup } from "rollup";
import { loadConfigFile } from "rollup/loadConfigFile";
import { brotliBytes } from "./brotli-bytes.mjs";

/** Prints what each feature adds to the scripts that visitors download, by building them without it. */

const at = (path) => fileURLToPath(new URL(`../packages/tracker/src/${path}.ts`, import.meta.url));

/** The replacement of a module when its feature is removed. */
const features = [
	["outbound links", "capture/outbound-link", "export const outboundLink = () => {};"],
	["attribute events", "capture/attribute-event", "export const attributeEvent = () => {};"],
	[
		"navigations within the page",
		"capture/navigation-pageview",
		"export const navigationPageview = () => {};",
	],
	[
		"… without the Navigation API",
		"browser/on-navigate",
		`import { listen } from "./listen.ts";
		export const onNavigate = (moved) => listen("currententrychange", moved, window.navigation);`,
	],
	["engagement", "capture/engagement", "export const engagement = () => {};"],
	["uncaught errors", "capture/uncaught-error", "export const reportErrors = () => {};"],
	["button clicks", "capture/button-click", "export const buttonClick = () => {};"],
	["copied text", "capture/copied-text", "export const copiedText = () => {};"],
	["form submits", "capture/form-submit", "export const formSubmit = () => {};"],
	["input changes", "capture/input-change", "export const inputChange = () => {};"],
	["loading of the vitals", "capture/lazy-web-vitals", "export const lazyWebVitals = () => {};"],
	[
		"sampling and loading of session replay",
		"capture/lazy-session-replay",
		`export const lazySessionReplay = () => {};
		export const startSessionReplay = () => {};
		export const stopSessionReplay = () => {};
		export const isSessionReplayActive = () => false;`,
	],
	[
		"batches, retries, delivery by the next page",
		"deliver/outbox",
		`import { json } from "../guard/json.ts";
		import { envelope } from "./envelope.ts";
		let url;
		export const openOutbox = (to) => { url = to; };
		export const leave = () => {};
		export const discard = () => {};
		export const takeGivenUp = () => {};
		export const reopenOutbox = () => {};
		export const closeOutbox = () => {};
		export const push = (entry) => fetch(url, { method: "POST", body: json([...envelope(), entry]), keepalive: true, credentials: "omit" });`,
	],
	[
		"facts about the browser",
		"deliver/envelope",
		"export const envelope = () => [1, Date.now(), location.hostname];",
	],
	["pages that change JSON", "guard/json", "export const json = (value) => JSON.stringify(value);"],
	[
		"elements that bear the names of properties",
		"browser/native-property",
		"export const nativeProperty = (name) => document[name];",
	],
	[
		"hash routes, fragments, untracked queries",
		"browser/page-address",
		`export const trackParts = () => {};
		export const trackedAddress = ({ pathname, search } = location) => [pathname, search];`,
	],
	[
		"storage that throws",
		"browser/with-storage",
		`export const withStorage = (use) => use(localStorage);
		export const eachStored = () => {};`,
	],
	[
		"all calls but pageview and event",
		"tag/script-api",
		`import { event } from "../core/calls.ts";
		import { pageview } from "../core/tracker.ts";
		export const scriptApi = { pageview, event };`,
	],
	[
		"calls that come early, second tag",
		"core/window-property",
		`import { namespace } from "./tracker.ts";
		export const take = (api) => { window[namespace] = api; return true; };`,
	],
	[
		"opt-out",
		"browser/opt-out",
		`export const hasOptedOut = () => false;
		export const configureOptOut = () => {};
		export const optOut = () => {};
		export const takeBackOptOut = () => {};`,
	],
	[
		"long and odd properties",
		"event/event-properties",
		`export const propertiesJson = (properties) => JSON.stringify(properties);
		export const describeError = ({ name, message, stack }) => [name, message, stack];
		export const nameText = (text) => text;
		export const userIdText = (id) => id ?? "";`,
	],
];

const { options } = await loadConfigFile(
	fileURLToPath(new URL("../rollup.config.mjs", import.meta.url)),
	{ silent: true },
);
const scripts = options.filter(({ output }) => /script(-core)?\.js$/.test(output[0].file));

const weigh = (entry, file, left) =>
	rollup({
		...entry,
		plugins: [
			{ name: "without", load: (id) => (id === file ? left : null) },
			...entry.plugins.filter(({ name }) => name !== "size"),
		],
	})
		.then((bundle) => bundle.generate(entry.output[0]))
		.then(({ output }) => brotliBytes(output[0].code));

const [whole, core] = scripts;
const total = [await weigh(whole), await weigh(core)];
const row = (what, one, other) =>
	console.log(
		`| ${what.padEnd(48)} | ${String(one).padStart(9)} | ${String(other).padStart(14)} |`,
	);
row("Bytes in brotli 11", "script.js", "script-core.js");
row("---", "--:", "--:");
for (const [what, module, left] of features)
	row(
		what,
		total[0] - (await weigh(whole, at(module), left)),
		total[1] - (await weigh(core, at(module), left)),
	);
row("**all**", ...total);
