import { createHash } from "node:crypto";
import {
	existsSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pointToRepository, ROOT } from "./packaged-files.mjs";

/** The folder that a clone runs the product from: `main.js` loads the newest of the folders beside it. */
export const CLONE_BUNDLE = join(ROOT, "packages/server/bundle");

/** A running product loads further files of its own folder when a command or a report first needs them. */
const KEPT = 5;

/** Files that only browsers load, and that are not in the bundle. */
const OF_BROWSERS = ["dashboard", "tracker"];

/** The input files of a bundle, and the code that builds it. */
const sources = () => [
	"package-lock.json",
	...["bundle-product.mjs", "clone-bundle.mjs", "packaged-files.mjs"].map(
		(name) => `scripts/packages/${name}`,
	),
	...readdirSync(join(ROOT, "packages"))
		.filter((name) => !OF_BROWSERS.includes(name))
		.map((name) => `packages/${name}/dist`)
		.filter((folder) => existsSync(join(ROOT, folder)))
		.flatMap((folder) =>
			readdirSync(join(ROOT, folder), { recursive: true })
				.filter((name) => /(?<!\.test)\.js(on)?$/.test(name))
				.sort()
				.map((name) => `${folder}/${name}`),
		),
];

const digestOfSources = () => {
	const digest = createHash("sha256");
	for (const path of sources())
		digest
			.update(`${path}\0`)
			.update(readFileSync(join(ROOT, path)))
			.update("\0");
	return digest.digest("hex").slice(0, 16);
};

/** Removes all but the last few bundles, and leftovers of interrupted builds. */
const removeOld = (directory) => {
	const folders = readdirSync(directory, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => join(directory, name))
		.map((path) => ({ path, madeAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
		.sort((one, other) => other.madeAt - one.madeAt);
	for (const { path } of folders.slice(KEPT)) rmSync(path, { recursive: true, force: true });
};

/**
 * Bundles the product for this clone, unless a bundle of exactly these sources exists. A start from one file per part
 * instead of two thousand modules takes a third less work. Each bundle has a folder of its own, which is renamed once
 * it is complete, so neither a running product nor another build ever sees half of one.
 * @param directory an existing one in the repository
 */
export const bundleClone = async (directory = CLONE_BUNDLE) => {
	const digest = digestOfSources();
	const folder = join(directory, digest);
	const main = join(directory, "main.js");
	const text = `import "./${digest}/main.js";\n`;
	if (existsSync(folder) && existsSync(main) && readFileSync(main, "utf8") === text) return;
	const draft = join(directory, `.${digest}-${process.pid}`);
	if (!existsSync(folder)) {
		console.log("Building the product's bundle …");
		// Loaded lazily: most builds do without the bundler, which takes half a second to load.
		const { bundleProduct } = await import("./bundle-product.mjs");
		await bundleProduct(draft, pointToRepository(folder));
		try {
			renameSync(draft, folder);
		} catch (error) {
			rmSync(draft, { recursive: true });
			// Another build may have been faster.
			if (!existsSync(folder)) throw error;
		}
	}
	writeFileSync(`${draft}.js`, text);
	renameSync(`${draft}.js`, main);
	removeOld(directory);
};
