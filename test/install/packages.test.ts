import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { VERSION } from "@footfall/shared/version";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { startWebsite, type Website } from "@footfall/testing/dashboard/website";
import { eventually } from "@footfall/testing/eventually";
import { browserHeaders } from "@footfall/testing/gateway/beacon";
import {
	type InstalledPackages,
	installPackages,
	tarballOf,
} from "@footfall/testing/install/installed-packages";
import { freePorts } from "@footfall/testing/network/free-ports";
import { childrenOf } from "@footfall/testing/product/process-tree";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MAX_INSTALLED_MB = 740;
/** While a command runs that is waited for like this, no limit of a test can end it. */
const ENDS_WITHIN_MS = 120_000;

let installed: InstalledPackages;
let website: Website;
const data = createTemporaryDirectory();

beforeAll(async () => {
	const tarballs = [tarballOf("footfall-analytics"), tarballOf("footfall-tracker")];
	[installed, website] = await Promise.all([installPackages(tarballs), startWebsite()]);
}, 500_000);
afterAll(async () => {
	await website?.close();
	await installed?.remove();
	data.remove();
});

const filesIn = (name: string): string[] =>
	readdirSync(join(installed.directory, "node_modules", name), { recursive: true }).map(String);

const run = (environment: NodeJS.ProcessEnv, ...parameters: string[]) => {
	const { status, stdout, stderr } = spawnSync(installed.command, parameters, {
		cwd: data.path,
		encoding: "utf8",
		timeout: ENDS_WITHIN_MS,
		env: { PATH: process.env["PATH"], ...environment },
	});
	return { status, stdout, stderr };
};

/** Calls back while a package is not installed. */
const without = (name: string, check: () => void) => {
	const folder = join(installed.directory, "node_modules", name);
	renameSync(folder, `${folder}-away`);
	try {
		check();
	} finally {
		renameSync(`${folder}-away`, folder);
	}
};

interface BomComponent {
	group?: string;
	name: string;
	version: string;
}
interface Bom {
	metadata: { component: BomComponent };
	components: BomComponent[];
}

const nameOfComponent = ({ group, name, version }: BomComponent) =>
	`${group === undefined ? name : `${group}/${name}`} ${version}`;

/** Compares lists of components with the official schema; returns what is wrong. */
const bomValidator = () => {
	const schema = (name: string) =>
		JSON.parse(
			readFileSync(
				join(ROOT, "node_modules/@cyclonedx/cyclonedx-library/res/schema", `${name}.schema.json`),
				"utf8",
			),
		) as object;
	const others = ["spdx.SNAPSHOT", "jsf-0.82.SNAPSHOT", "cryptography-defs.SNAPSHOT"];
	const ajv = new Ajv({
		strict: false,
		formats: { "iri-reference": true, "idn-email": true },
		schemas: Object.fromEntries(
			others.map((name) => [`http://cyclonedx.org/schema/${name}.schema.json`, schema(name)]),
		),
	});
	addFormats.default(ajv);
	const validate = ajv.compile(schema("bom-1.6.SNAPSHOT"));
	return (bom: Bom) =>
		validate(bom)
			? []
			: (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

/** Other packages that the sources of one of ours import, except React, which is the application's, and itself. */
const importedIn = (name: string): string[] => {
	const folder = join(ROOT, "packages", name, "src");
	const found = readdirSync(folder, { recursive: true })
		.map(String)
		.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)testing/.test(file))
		.flatMap((file) => [
			...readFileSync(join(folder, file), "utf8").matchAll(
				/^(?:import|export) (?!type )[^"]*?from "((?:@[^/"]+\/)?[^./"@][^/"]*)|import\("((?:@[^/"]+\/)?[^./"@][^/"]*)/gm,
			),
		])
		.map(([, first, second]) => first ?? second ?? "");
	return [...new Set(found)]
		.filter((one) => !/^(@footfall\/|footfall-tracker(\/|$)|node:|react$)/.test(one))
		.sort();
};

describe("the installed packages", () => {
	it(`take at most ${MAX_INSTALLED_MB} MB together`, () => {
		const [size = ""] = execFileSync("du", ["-sm", installed.directory], {
			encoding: "utf8",
		}).split("\t");
		expect(Number(size)).toBeLessThanOrEqual(MAX_INSTALLED_MB);
	});

	it("contain neither tests nor sources nor source maps", () => {
		const files = ["footfall-analytics", "footfall-tracker"].flatMap(filesIn);
		expect(files.length).toBeGreaterThan(100);
		expect(
			files.filter((name) => /\.test\.[jt]sx?$|\.map$|(^|\/)(src|test)\/|[^d]\.ts$/.test(name)),
		).toEqual([]);
	});

	it("contain READMEs whose links work when installed", () => {
		for (const name of ["footfall-analytics", "footfall-tracker"]) {
			const folder = join(installed.directory, "node_modules", name);
			const links = readFileSync(join(folder, "README.md"), "utf8").matchAll(/\]\(([^)#]+)/g);
			const paths = [...links].map(([, path = ""]) => path);
			expect(paths.length).toBeGreaterThan(2);
			const isThere = (path: string) =>
				path.startsWith("https://") || existsSync(join(folder, path));
			expect(paths.filter((path) => !isThere(path))).toEqual([]);
		}
	});

	it("list their components as CycloneDX defines it, with everything that their notices and dependencies name", () => {
		const validate = bomValidator();
		for (const name of ["footfall-analytics", "footfall-tracker"]) {
			const folder = join(installed.directory, "node_modules", name);
			const read = (file: string) => readFileSync(join(folder, file), "utf8");
			const bom = JSON.parse(read("sbom.cdx.json")) as Bom;
			expect([name, validate(bom)]).toEqual([name, []]);
			const listed = bom.components.map((one) => nameOfComponent(one));
			const noticed = [...read("NOTICE.md").matchAll(/^## (\S+) (\S+) \(/gm)].map(
				([, noticedName, version]) => `${noticedName} ${version}`,
			);
			expect(noticed.length).toBeGreaterThan(5);
			expect(noticed.filter((one) => !listed.includes(one))).toEqual([]);
			const { dependencies = {} } = JSON.parse(read("package.json")) as {
				dependencies?: Record<string, string>;
			};
			const needed = Object.entries(dependencies).map((entry) => entry.join(" "));
			expect(needed.filter((one) => !listed.includes(one))).toEqual([]);
			expect(bom.metadata.component).toMatchObject({ name, version: VERSION });
		}
	});

	it("have the full licence of everything that they contain or install", async () => {
		const { hasFullText } = (await import(
			new URL("../../scripts/packages/standard-licences.mjs", import.meta.url).href
		)) as { hasFullText(licence: string, text: string): boolean };
		const modules = join(installed.directory, "node_modules");
		const noticed = new Set<string>();
		for (const name of ["footfall-analytics", "footfall-tracker"]) {
			const notices = readFileSync(join(modules, name, "NOTICE.md"), "utf8");
			const sections = notices.split(/^## (?=\S+ \S+ \()/m).slice(1);
			for (const section of sections) {
				const [, title = "", licence = ""] = /^(\S+ \S+) \((.*)\)$/m.exec(section) ?? [];
				expect([title, hasFullText(licence, section)]).toEqual([title, true]);
				// The shortest licence of all has 650 characters; the data has the address of its licence.
				if (!title.startsWith("@ip-location-db/")) expect(section.length).toBeGreaterThan(600);
				noticed.add(title);
			}
		}
		expect(noticed.size).toBeGreaterThan(100);
		for (const file of readdirSync(modules, { recursive: true }).map(String)) {
			if (!/(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(file)) continue;
			const { name, version, license } = JSON.parse(readFileSync(join(modules, file), "utf8"));
			if (noticed.has(`${name} ${version}`)) continue;
			const folder = join(modules, file, "..");
			const texts = readdirSync(folder)
				.filter((one) => /licen[cs]e/i.test(one))
				.map((one) => readFileSync(join(folder, one), "utf8"));
			expect([name, hasFullText(license, texts.join("\n"))]).toEqual([name, true]);
		}
	});

	it("list what the sources of dashboard and tracker import", () => {
		const listed = (name: string) =>
			(
				JSON.parse(
					readFileSync(join(installed.directory, "node_modules", name, "sbom.cdx.json"), "utf8"),
				) as Bom
			).components.map((one) => nameOfComponent(one).split(" ")[0]);
		expect(
			importedIn("dashboard").filter((one) => !listed("footfall-analytics").includes(one)),
		).toEqual([]);
		expect(
			importedIn("tracker").filter((one) => !listed("footfall-tracker").includes(one)),
		).toEqual([]);
	});

	it("pin their dependencies, all of which are installed without a script", () => {
		const manifest = JSON.parse(
			readFileSync(
				join(installed.directory, "node_modules/footfall-analytics/package.json"),
				"utf8",
			),
		);
		expect(manifest.version).toBe(VERSION);
		expect(manifest.scripts).toBeUndefined();
		for (const version of Object.values(manifest.dependencies))
			expect(version).toMatch(/^\d+\.\d+\.\d+$/);
	});

	it("provide both names of the command, which prints its version and its commands", () => {
		const longName = join(installed.directory, "node_modules/.bin/footfall-analytics");
		expect(execFileSync(longName, ["version"], { encoding: "utf8" })).toBe(`${VERSION}\n`);
		expect(run({}, "--help")).toMatchObject({
			status: 0,
			stdout: expect.stringMatching(/^ {2}start/m),
		});
	});
});

describe("a system that the product does not support", () => {
	/** Simulates what Node reports there, in a script that is loaded before the command. */
	const elsewhere = (name: string, script: string) => {
		const path = join(data.path, `${name}.cjs`);
		writeFileSync(path, script);
		return run({ NODE_OPTIONS: `--require=${path}` }, "start");
	};

	it.each([
		["Windows", 'Object.defineProperty(process, "platform", { value: "win32" })', "win32 x64"],
		[
			"old Node",
			'Object.defineProperty(process, "versions", { value: { node: "18.20.8" } })',
			"Node 18.20.8",
		],
		[
			"musl",
			"process.report.getReport = () => ({ header: {} })",
			"glibc, and this one has another C library",
		],
		[
			"old glibc",
			'process.report.getReport = () => ({ header: { glibcVersionRuntime: "2.17" } })',
			"this system has 2.17",
		],
	])("is refused with one sentence and code 78: %s", (name, script, fault) => {
		const { status, stdout, stderr } = elsewhere(name.replace(" ", "-"), script);
		expect([status, stdout, stderr.split("\n").length]).toEqual([78, "", 2]);
		expect(stderr).toContain(fault);
	});

	it("is refused without the engine of the event store", () =>
		without("@chdb", () => {
			const { status, stderr } = run({ PORT: "0" }, "start");
			expect(status).toBe(78);
			expect(stderr).toContain("npm install without --omit=optional");
		}));
});

describe("an installation without the database of cities", () => {
	it("resolves countries, and reports that cities are missing", () =>
		without("@ip-location-db", () => {
			const { status, stdout } = run({ DATA_DIR: join(data.path, "check") }, "gateway", "--check");
			expect([status, stdout]).toEqual([0, expect.stringContaining("dbip-country.mmdb of 20")]);
		}));
});

describeInChromium("the installed product", () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await launchChromium([`--user-agent=${browserHeaders["user-agent"]}`]);
	});
	afterAll(() => browser?.close());

	let product: Product;
	/** Created by the product itself, as on a new machine. */
	const dataDirectory = join(data.path, "data");
	let port: number | undefined;
	const start = (remembered = {}) =>
		startProduct(dataDirectory, { PORT: String(port) }, remembered, [installed.command, "start"]);

	const pathsOnceThereAre = (count: number) =>
		eventually(
			async () => {
				const path = `/api/sites/${product.siteId}/events?page_size=200`;
				const { data: rows } = await product.get<{ data: { pathname: string }[] }>(path);
				return rows.map(({ pathname }) => pathname).sort();
			},
			(found) => found.length >= count,
		);

	const visit = async (path: string) => {
		const page = await browser.newPage();
		const stored = page.waitForResponse((response) => response.url().endsWith("/api/track"));
		await page.goto(website.origin + path);
		expect((await stored).ok()).toBe(true);
		await page.close();
	};

	beforeAll(async () => {
		[port] = await freePorts(1);
		product = await start();
		website.head = /<script src=.*<\/script>/.exec(product.output())?.[0] ?? "";
	});
	afterAll(() => product?.stop("SIGKILL"));

	it("signs its owner in through the printed link, and shows the dashboard", async () => {
		const page = await browser.newPage();
		const complaints: string[] = [];
		page.on("pageerror", (error) => complaints.push(error.message));
		await page.goto(product.signInLink);
		await page.getByRole("button", { name: /example/i }).waitFor();
		expect(complaints).toEqual([]);
		await page.close();
	});

	it("counts pages with the printed tag, and reports them", async () => {
		await visit("/");
		await visit("/pricing");
		expect(await pathsOnceThereAre(2)).toEqual(["/", "/pricing"]);
	});

	it.each([
		["/api/docs", "swagger"],
		["/api/docs/swagger-ui-bundle.js", "SwaggerUI"],
		["/api/openapi.json", `"x-product-version":"${VERSION}"`],
		["/demo", "/demo/demo.js"],
		["/demo/demo.css", "{"],
		["/favicon.ico", ""],
		["/api/replay.js", "rrweb"],
		["/api/vitals.js", "LCP"],
		["/api/script.json", `"name":"rare"`],
	])("includes the file that it reads from disk for %s", async (path, content) => {
		const response = await fetch(product.url + path);
		expect([response.status, await response.text()]).toEqual([
			200,
			expect.stringContaining(content),
		]);
	});

	it("exports PDF, Parquet and JSON of a site", async () => {
		const days = "start_date=2026-01-01&end_date=2026-12-31&time_zone=UTC";
		const pdf = await fetch(`${product.url}/api/sites/${product.siteId}/export/pdf?${days}`, {
			headers: { authorization: `Bearer ${product.apiKey}` },
		});
		expect([pdf.status, (await pdf.text()).slice(0, 5)]).toEqual([200, "%PDF-"]);
		const target = join(data.path, "exported");
		const { status, stderr } = run(
			{ DATA_DIR: dataDirectory },
			...["export", "--site", product.siteId, "--to", target, "--format", "parquet"],
		);
		expect([status, stderr]).toEqual([0, ""]);
		expect(readdirSync(target)).toContain("export.json");
	});

	it("loses nothing when all of its processes are killed", async () => {
		await visit("/before-the-kill");
		for (const pid of [product.pid, ...childrenOf(product.pid)]) process.kill(pid, "SIGKILL");
		await product.stop();
		product = await start({ apiKey: product.apiKey });
		await visit("/after-it");
		expect(await pathsOnceThereAre(4)).toEqual(["/", "/after-it", "/before-the-kill", "/pricing"]);
	});

	it("counts the views of an application that imports the tracker's package", async () => {
		const { build } = await import("vite");
		writeFileSync(
			join(installed.directory, "app.js"),
			`import { init, initialPageview, navigationPageview } from "footfall-tracker";
init({
	siteId: "${product.siteId}",
	host: "${product.url}/api",
	captures: [initialPageview, navigationPageview],
});`,
		);
		const [built] = [
			await build({
				root: installed.directory,
				configFile: false,
				logLevel: "error",
				build: { write: false, rollupOptions: { input: join(installed.directory, "app.js") } },
			}),
		].flat();
		const code = built && "output" in built ? built.output[0].code : "";
		website.head = `<script type="module">${code}</script>`;
		await visit("/in-an-application");
		expect(await pathsOnceThereAre(5)).toContain("/in-an-application");
	});

	it("counts the views that a server sends with the client of the package", async () => {
		const script = `import { createClient } from "footfall-tracker/node";
const client = createClient(${JSON.stringify({ siteId: product.siteId, host: product.url, apiKey: product.apiKey })});
client.pageview({ pathname: "/from-a-server" });
console.log(JSON.stringify(await client.close()));`;
		const counts = execFileSync(process.execPath, ["--input-type=module"], {
			cwd: installed.directory,
			input: script,
			encoding: "utf8",
			timeout: ENDS_WITHIN_MS,
		});
		expect(JSON.parse(counts)).toEqual({ accepted: 1, refused: 0, dropped: 0, waiting: 0 });
		expect(await pathsOnceThereAre(6)).toContain("/from-a-server");
	});

	it("stops cleanly at SIGTERM", async () => {
		expect(await product.stop()).toBe(0);
	});
});
