import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

/**
 * Checks the tracker's package as it is published: its contents, how runtimes and compilers resolve it, that it can be
 * imported on a server, and that a site's code compiles against it, in a directory without our other packages.
 */

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "footfall-package-"));
const faults = [];

const run = (program, parameters, cwd = directory) => {
	const { status, stdout, stderr } = spawnSync(program, parameters, { cwd, encoding: "utf8" });
	if (status !== 0) faults.push(`${parameters.join(" ")}\n${stdout}${stderr}`);
	return stdout;
};
const runNode = (...parameters) => run(process.execPath, parameters);

const { version } = JSON.parse(readFileSync(at("../package.json"), "utf8"));
runNode(at("pack-packages.mjs"), "footfall-tracker");
const tarball = at(`../release/footfall-tracker-${version}.tgz`);
const installed = join(directory, "node_modules/footfall-tracker");
mkdirSync(installed, { recursive: true });
run("tar", ["xzf", tarball, "--strip-components=1", "-C", installed]);

const needed = [
	"LICENSE",
	"NOTICE.md",
	"README.md",
	"package.json",
	"sbom.cdx.json",
	"dist/index.js",
	"dist/module.js",
	"dist/auto.js",
	"dist/react.js",
	"dist/vue.js",
	"dist/astro.js",
	"dist/nuxt.js",
	"dist/node.js",
	"dist/vitals.js",
	"dist/replay.js",
];
const names = run("tar", ["tzf", tarball])
	.trim()
	.split("\n")
	.map((path) => path.replace(/^package\//, ""));
for (const name of needed) if (!names.includes(name)) faults.push(`${name} is not in the package`);
for (const name of names)
	if (!needed.includes(name) && !/^dist\/[\w/.-]+\.d\.ts$/.test(name))
		faults.push(`${name} is in the package`);

const readme = readFileSync(join(installed, "README.md"), "utf8");
const exported = await Promise.all(
	["auto", "vue", "astro", "nuxt", "node"].map(
		(name) => import(join(installed, `dist/${name}.js`)),
	),
);
for (const name of [...exported.flatMap(Object.keys), "Analytics", "useEvent"])
	if (!new RegExp(`\\b${name}\\b`).test(readme)) faults.push(`the README does not name ${name}`);

const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
if (manifest.sideEffects !== false) faults.push("sideEffects must be false");
if (manifest.dependencies !== undefined) faults.push("the package must bring nothing along");
const { messages } = await publint({ pkgDir: installed, pack: false, strict: true });
for (const message of messages) faults.push(formatMessage(message, manifest) ?? message.code);

runNode(
	at("../node_modules/@arethetypeswrong/cli/dist/index.js"),
	"--profile",
	"esm-only",
	tarball,
);

writeFileSync(join(directory, "package.json"), '{ "type": "module" }');
writeFileSync(
	join(directory, "server.js"),
	`import * as footfall from "footfall-tracker";
import { init, mountAnalytics } from "footfall-tracker/auto";
import { createClient } from "footfall-tracker/node";
import { replay } from "footfall-tracker/replay";
import { webVitals } from "footfall-tracker/vitals";

init({ siteId: "1" });
mountAnalytics({ siteId: "1" })();
const recorded = footfall.sessionReplay({ load: async () => ({ replay }) });
footfall.init({ siteId: "1", host: "/api", captures: [footfall.initialPageview, webVitals, recorded] });
footfall.event("rendered");
footfall.shutdown();
// What waits, and the pause before a retry, must not keep the process alive.
const client = createClient({ siteId: "1", host: "http://127.0.0.1:9", apiKey: "key", onError: () => {} });
client.event("rendered");
await client.flush({ timeoutMs: 100 });
`,
);
runNode("server.js");

writeFileSync(
	join(directory, "site.ts"),
	`import { type Capture, engagement, event, init, initialPageview, sessionReplay } from "footfall-tracker";
import { webVitals } from "footfall-tracker/vitals";
import { analyticsOnPages } from "footfall-tracker/astro";
import { event as eventWithDefaults, init as initWithDefaults } from "footfall-tracker/auto";
import { Analytics, useEvent } from "footfall-tracker/next";
import { Analytics as Same } from "footfall-tracker/remix";
import { createClient, type DeliveryError } from "footfall-tracker/node";
import analyticsModule from "footfall-tracker/nuxt";
import { mountAnalytics } from "footfall-tracker/svelte";
import { analytics } from "footfall-tracker/vue";

declare module "footfall-tracker" {
	interface Events {
		signup: { plan: string };
		logout: undefined;
		search: { term?: string };
		renewal: { months: number };
	}
}
declare module "footfall-tracker/auto" {
	interface Events {
		refund: { order: number };
	}
}

const printed: Capture = (track, signal) =>
	addEventListener("afterprint", () => track("custom_event", { paper: "A4" }, "printed"), { signal });
init({
	siteId: "1",
	host: "/api",
	captures: [
		engagement,
		initialPageview,
		webVitals,
		sessionReplay({ load: () => import("footfall-tracker/replay"), sampleRate: 10 }),
		printed,
	],
});
event("signup", { plan: "pro" });
event("logout");
event("search");
event("search", { term: "shoes" });
// @ts-expect-error its property is required
event("signup");
// @ts-expect-error its property is required
window.footfall?.event("signup");
// @ts-expect-error no event of this site
event("sign-up");
// @ts-expect-error a property of another type
event("signup", { plan: 3 });
window.footfall?.getUserId();

eventWithDefaults("refund", { order: 7 });
event("refund", { order: 7 });
// @ts-expect-error its property is required
eventWithDefaults("refund");
initWithDefaults({ siteId: "1" });
initWithDefaults({ siteId: "1", host: "/stats", captures: [initialPageview], tag: "b" });
// @ts-expect-error the smallest start names its captures
init({ siteId: "1", host: "/api" });
const rendered: null = Analytics({ siteId: "1" }) ?? Same({ siteId: "1" });
const handler: () => void = useEvent("signup", { plan: "pro" });
useEvent("logout");
// @ts-expect-error its property is required
useEvent("signup");
// @ts-expect-error no event of this site
useEvent("sign-up");
const unmount: () => void = mountAnalytics({ siteId: "1" });
analytics.install({ onUnmount: (call) => call() }, { siteId: "1" });
analyticsOnPages({ siteId: "1" }).hooks["astro:config:setup"]({ injectScript: (stage: "page", code: string) => {} });
// @ts-expect-error a function cannot be written into a page
analyticsOnPages({ siteId: "1", captures: [initialPageview] });
analyticsOnPages({ siteId: "1", captures: ["initialPageview", "webVitals"] });
initWithDefaults({ siteId: "1", captures: ["engagement", printed] });
// @ts-expect-error no capture
initWithDefaults({ siteId: "1", captures: ["scrolled"] });
analyticsModule(
	{ siteId: "1" },
	{ options: { buildDir: ".nuxt", plugins: [], build: { templates: [] }, runtimeConfig: { public: {} } } },
);

const client = createClient({
	siteId: "1",
	host: "https://stats.example.com",
	apiKey: "key",
	onError: ({ kind, event }: DeliveryError) => console.log(kind, event?.id),
});
client.event("renewal", { months: 12 }, { userId: "42", revenue: "49.00", currency: "EUR" });
client.event("signup", { plan: "pro" });
client.event("logout");
client.event("search", undefined, { userId: "42" });
// @ts-expect-error its property is required
client.event("renewal");
// @ts-expect-error no event of this site
client.event("renewed", {});
// @ts-expect-error no field of an event
client.event("logout", undefined, { user: "42" });
client.pageview({ pathname: "/", timestamp: new Date(), ipAddress: undefined });
client.identify("42", { plan: null }, { anonymousId: "a1" });
client.error(new Error("odd"), { order: 7 });
const waiting: Promise<number> = client.flush({ timeoutMs: 1000 }).then((counts) => counts.waiting);
export { handler, rendered, unmount, waiting };
`,
);
for (const [module, resolution] of [
	["ESNext", "Bundler"],
	["NodeNext", "NodeNext"],
])
	runNode(
		at("../node_modules/typescript/bin/tsc"),
		...["--noEmit", "--strict", "--skipLibCheck", "false"],
		...["--target", "ES2022", "--lib", "ES2022,DOM,DOM.Iterable"],
		...["--module", module, "--moduleResolution", resolution, "site.ts"],
	);

rmSync(directory, { recursive: true });
if (faults.length > 0) {
	console.error(faults.join("\n\n"));
	process.exitCode = 1;
} else
	console.log(
		`The package is whole: ${names.length} files, ${statSync(tarball).size} bytes packed.`,
	);
