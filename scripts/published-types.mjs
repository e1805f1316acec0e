import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Compiles a site's code against the tracker as it is published, in a directory that has none of our other packages. */

const root = fileURLToPath(new URL("..", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "footfall-consumer-"));
const modules = join(directory, "node_modules");

const copy = (from, to) => cpSync(join(root, from), join(modules, to), { recursive: true });
mkdirSync(join(modules, "@footfall/tracker"), { recursive: true });
copy("packages/tracker/package.json", "@footfall/tracker/package.json");
copy("packages/tracker/dist", "@footfall/tracker/dist");
copy("node_modules/web-vitals", "web-vitals");

writeFileSync(join(directory, "package.json"), '{ "type": "module" }');
writeFileSync(
	join(directory, "site.ts"),
	`import { type Capture, engagement, event, init, initialPageview } from "@footfall/tracker";
import { webVitals } from "@footfall/tracker/vitals";

declare module "@footfall/tracker" {
	interface Events {
		signup: { plan: string };
		logout: undefined;
	}
}

const printed: Capture = (track, signal) =>
	addEventListener("afterprint", () => track("custom_event", { paper: "A4" }, "printed"), { signal });
init({
	siteId: "1",
	host: "/api",
	captures: [engagement, initialPageview, webVitals, printed],
});
event("signup", { plan: "pro" });
event("logout");
// @ts-expect-error no event of this site
event("sign-up");
// @ts-expect-error a property of another type
event("signup", { plan: 3 });
window.footfall?.getUserId();
`,
);

const compile = (module, resolution) =>
	spawnSync(
		process.execPath,
		[
			join(root, "node_modules/typescript/bin/tsc"),
			...["--noEmit", "--strict", "--skipLibCheck", "false"],
			...["--target", "ES2022", "--lib", "ES2022,DOM,DOM.Iterable"],
			...["--module", module, "--moduleResolution", resolution, "site.ts"],
		],
		{ cwd: directory, stdio: "inherit" },
	).status === 0;

const isWhole = compile("ESNext", "Bundler") && compile("NodeNext", "NodeNext");
rmSync(directory, { recursive: true });
if (isWhole) console.log("The published types are whole.");
else process.exitCode = 1;
