import { spawnSync } from "node:child_process";
import {
	chmodSync,
	cpSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { bundleProduct } from "./packages/bundle-product.mjs";
import { noticesOf, packagesInProduct, packagesInTracker } from "./packages/licences.mjs";
import { productManifest, trackerManifest, version } from "./packages/manifests.mjs";
import { copyPackagedFiles, pointToPackagedFiles, ROOT } from "./packages/packaged-files.mjs";
import { requireComplete, SBOM_FILE, sbomOf } from "./packages/sbom.mjs";

/**
 * Creates the published packages, or only the named ones, from the output of `npm run build`: a folder below
 * `release/`, and a tarball and the list of its components beside it.
 */

const RELEASE = join(ROOT, "release");

const run = (directory, ...parameters) => {
	const { status, stdout, stderr } = spawnSync("npm", parameters, {
		cwd: directory,
		encoding: "utf8",
	});
	if (status !== 0) throw new Error(`npm ${parameters.join(" ")} failed:\n${stdout}${stderr}`);
	return stdout;
};

const emptyFolder = (name) => {
	const directory = join(RELEASE, name);
	mkdirSync(RELEASE, { recursive: true });
	// Also removes tarballs of other versions, which could be taken for this one.
	for (const old of readdirSync(RELEASE))
		if (old.startsWith(name)) rmSync(join(RELEASE, old), { recursive: true });
	mkdirSync(directory, { recursive: true });
	return directory;
};

const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, "\t")}\n`);

/** Copies files of the repository into a package. */
const copyInto = (directory, files) => {
	for (const [source, target] of Object.entries(files))
		cpSync(join(ROOT, source), join(directory, target), { recursive: true });
};

/** Names the software of others in a package: its licences, and the list of components also beside the tarball. */
const writeContents = (directory, folders, options = {}) => {
	writeFileSync(join(directory, "NOTICE.md"), noticesOf(folders, options));
	const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
	const epochSeconds = Number(process.env.SOURCE_DATE_EPOCH ?? Math.floor(Date.now() / 1000));
	const sbom = sbomOf(manifest, folders, epochSeconds * 1000);
	requireComplete(sbom, folders);
	writeJson(join(directory, SBOM_FILE), sbom);
	writeJson(join(RELEASE, `${manifest.name}-${manifest.version}.cdx.json`), sbom);
};

const stageProduct = async () => {
	const directory = emptyFolder("footfall-analytics");
	writeJson(join(directory, "package.json"), productManifest());
	const bundled = await bundleProduct(join(directory, "dist"), pointToPackagedFiles);
	copyPackagedFiles(directory);
	copyInto(directory, {
		"packages/server/bin": "bin",
		"packages/server/README.md": "README.md",
		LICENSE: "LICENSE",
		"CHANGELOG.md": "CHANGELOG.md",
		docs: "docs",
		deploy: "deploy",
	});
	writeContents(directory, packagesInProduct(bundled), { withInstalled: true });
	for (const name of ["footfall.cjs", "health.cjs"]) chmodSync(join(directory, "bin", name), 0o755);
	return directory;
};

/** The URL of the manual for readers of a package that does not contain it. */
const REPOSITORY = "https://github.com/footfall-analytics/footfall/blob/main/";

const stageTracker = () => {
	const directory = emptyFolder("footfall-tracker");
	writeJson(join(directory, "package.json"), trackerManifest());
	copyInto(directory, {
		"packages/tracker/dist": "dist",
		LICENSE: "LICENSE",
	});
	const readme = readFileSync(join(ROOT, "packages/tracker/README.md"), "utf8");
	writeFileSync(join(directory, "README.md"), readme.replaceAll("](../../", `](${REPOSITORY}`));
	writeContents(directory, packagesInTracker());
	return directory;
};

const STAGES = { "footfall-analytics": stageProduct, "footfall-tracker": stageTracker };
const named = process.argv.slice(2);
for (const [name, stage] of Object.entries(STAGES)) {
	if (named.length > 0 && !named.includes(name)) continue;
	const directory = await stage();
	const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(
		run(directory, "pack", "--json", "--ignore-scripts", "--pack-destination", RELEASE),
	);
	const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
	console.log(
		`release/${filename}: version ${version}, ${entryCount} files, ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked`,
	);
}
