import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./packaged-files.mjs";

/** The file of a package that names its components, in CycloneDX's JSON. */
export const SBOM_FILE = "sbom.cdx.json";
const SPECIFICATION = "1.6";

/** The packages that npm has installed, by folder. */
export const lockOf = () =>
	JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")).packages;

/** `node_modules/a/node_modules/@b/c` → `@b/c` */
const nameOf = (folder) => folder.slice(folder.lastIndexOf("node_modules/") + 13);

/** https://github.com/package-url/purl-spec: the @ of a scope is encoded. */
const purlOf = (name, version) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

/** The folder from which a package in `folder` loads `name`, as Node looks for it. */
export const resolvedFolder = (lock, folder, name) => {
	for (let from = folder; from !== ""; from = from.slice(0, from.lastIndexOf("node_modules/"))) {
		const inside = `${from.replace(/\/$/, "")}/node_modules/${name}`;
		if (lock[inside]) return inside;
	}
	return lock[`node_modules/${name}`] ? `node_modules/${name}` : undefined;
};

const dependenciesOf = (lock, folder) => {
	const { dependencies = {}, optionalDependencies = {} } = lock[folder];
	return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => {
		// A lock file leaves out what is for other systems.
		const found = resolvedFolder(lock, folder, name);
		return found === undefined ? [] : [found];
	});
};

/** The folders of packages that npm installs beside a published package, with their own dependencies. */
const installedWith = (lock, names) => {
	const seen = new Set();
	const visit = (folder) => {
		if (seen.has(folder)) return;
		seen.add(folder);
		for (const found of dependenciesOf(lock, folder)) visit(found);
	};
	for (const name of names) visit(`node_modules/${name}`);
	return [...seen];
};

/** An identifier of SPDX, an expression of several, or a text. */
const licencesOf = (text) => {
	if (/^[\w.+-]+$/.test(text)) return [{ license: { id: text } }];
	if (/^\(?[\w.+-]+( (AND|OR|WITH) [\w.+-]+)+\)?$/.test(text)) return [{ expression: text }];
	return [{ license: { name: text } }];
};

/** npm's `sha512-<base64>`, as hexadecimal. */
const hashesOf = (integrity = "") => {
	const [, digest] = /^sha512-(\S+)$/.exec(integrity) ?? [];
	if (digest === undefined) return [];
	return [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }];
};

/** Packages whose manifest names no licence, by the text of their LICENSE. */
const BY_TEXT = { "png-js": "MIT" };

/** The licence that a package names. @throws Error for one that names none */
export const licenceOf = (lock, folder) => {
	const licence = lock[folder]?.license ?? BY_TEXT[nameOf(folder)];
	if (licence === undefined)
		throw new Error(`${folder} names no licence: read its LICENSE, and name it in sbom.mjs`);
	return licence;
};

const componentOf = (lock, folder, { isBundled, isOptional }) => {
	const { version, integrity } = lock[folder] ?? {};
	const name = nameOf(folder);
	if (version === undefined) throw new Error(`${folder} is not in package-lock.json`);
	const [group, plain] = name.startsWith("@") ? name.split("/") : [undefined, name];
	const purl = purlOf(name, version);
	return {
		type: "library",
		"bom-ref": purl,
		...(group !== undefined && { group }),
		name: plain,
		version,
		scope: isOptional ? "optional" : "required",
		hashes: hashesOf(integrity),
		licenses: licencesOf(licenceOf(lock, folder)),
		purl,
		properties: [{ name: "footfall:included", value: isBundled ? "bundled" : "installed" }],
	};
};

/** The builds of a package for other systems, of which package-lock.json has neither hash nor licence. */
const ofOtherSystems = (lock, folder) =>
	Object.entries(lock[folder].optionalDependencies ?? {}).flatMap(([name, version]) => {
		if (resolvedFolder(lock, folder, name) !== undefined || !/^\d[\w.+-]*$/.test(version))
			return [];
		const [group, plain] = name.startsWith("@") ? name.split("/") : [undefined, name];
		const purl = purlOf(name, version);
		return [
			{
				...{ type: "library", "bom-ref": purl, ...(group !== undefined && { group }) },
				...{ name: plain, version, scope: "optional", purl },
				properties: [{ name: "footfall:included", value: "installed" }],
			},
		];
	});

/** An UUID that follows from a text. */
const uuidOf = (text) => {
	const hex = createHash("sha256").update(text).digest("hex");
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * The components of a published package: what is inside its files, and what npm installs with it. Versions, licences
 * and hashes are those of package-lock.json.
 * @param manifest the package's own
 * @param bundled the folders of packages whose code is in the files
 * @param now ms since the epoch
 */
export const sbomOf = (manifest, bundled, now, lock = lockOf()) => {
	const { name, version, license, dependencies = {}, peerDependencies = {} } = manifest;
	// A framework of the application is no part of the package.
	const data = Object.keys(peerDependencies).filter((one) => one.startsWith("@ip-location-db/"));
	const inside = new Set(bundled);
	const kinds = new Map([
		...installedWith(lock, Object.keys(dependencies)).map((folder) => [
			folder,
			{ isBundled: false, isOptional: lock[folder].optional === true },
		]),
		...data.map((one) => [`node_modules/${one}`, { isBundled: false, isOptional: true }]),
		...[...inside].map((folder) => [folder, { isBundled: true, isOptional: false }]),
	]);
	const folders = [...kinds.keys()].sort();
	const components = folders.map((folder) => componentOf(lock, folder, kinds.get(folder)));
	for (const folder of folders.filter((one) => !kinds.get(one).isBundled))
		components.push(...ofOtherSystems(lock, folder));
	// One version can be installed in several folders.
	const unique = [...new Map(components.map((one) => [one["bom-ref"], one])).values()];
	const refOf = (folder) => purlOf(nameOf(folder), lock[folder].version);
	const own = purlOf(name, version);
	const edges = new Map([
		[
			own,
			new Set(
				[
					...inside,
					...[...Object.keys(dependencies), ...data].map((one) => `node_modules/${one}`),
				].map(refOf),
			),
		],
	]);
	for (const folder of folders) {
		const on = edges.get(refOf(folder)) ?? new Set();
		for (const found of dependenciesOf(lock, folder)) if (kinds.has(found)) on.add(refOf(found));
		edges.set(refOf(folder), on);
	}
	const content = {
		components: unique,
		dependencies: [...edges].map(([ref, on]) => ({ ref, dependsOn: [...on].sort() })),
	};
	return {
		$schema: `http://cyclonedx.org/schema/bom-${SPECIFICATION}.schema.json`,
		bomFormat: "CycloneDX",
		specVersion: SPECIFICATION,
		serialNumber: `urn:uuid:${uuidOf(JSON.stringify([own, content]))}`,
		version: 1,
		metadata: {
			timestamp: new Date(now).toISOString(),
			lifecycles: [{ phase: "build" }],
			component: {
				type: "application",
				"bom-ref": own,
				name,
				version,
				licenses: licencesOf(license),
				purl: own,
			},
		},
		...content,
	};
};

/** @throws Error that names the packages whose code is in the files, and that the list lacks */
export const requireComplete = ({ components }, bundled, lock = lockOf()) => {
	const listed = new Set(components.map(({ purl }) => purl));
	const missing = bundled.filter(
		(folder) => !listed.has(purlOf(nameOf(folder), lock[folder]?.version)),
	);
	if (missing.length > 0) throw new Error(`${SBOM_FILE} lacks ${missing.join(", ")}`);
};
