import { spawnSync } from "node:child_process";
import { packagesInProduct, packagesInTracker } from "./packages/licences.mjs";
import { ROOT } from "./packages/packaged-files.mjs";
import { lockOf } from "./packages/sbom.mjs";

/**
 * Stops a release that would contain a package with a known vulnerability: asks npm's registry about every package, and
 * fails for those that users get. What a registry does not answer is not taken for an answer.
 *
 * Ends with 1 for vulnerabilities, and with 2 if nothing could be checked, unless ALLOW_UNAUDITED=true says to go on.
 */

const { stdout, stderr } = spawnSync("npm", ["audit", "--json"], {
	cwd: ROOT,
	encoding: "utf8",
	maxBuffer: 1 << 28,
	timeout: 120_000,
});

const answer = (() => {
	try {
		return JSON.parse(stdout);
	} catch {
		return { message: stderr.trim() || "npm audit has printed nothing" };
	}
})();

/** Inside our files: the dashboard and the tracker, whose packages npm takes for development only. */
const inFiles = new Set([...packagesInProduct([]), ...packagesInTracker()]);
const lock = lockOf();
const isPublished = (folder) => inFiles.has(folder) || lock[folder]?.dev !== true;

const report = () => {
	if (answer.vulnerabilities === undefined) {
		const reason = answer.message ?? answer.error?.summary ?? "no reason given";
		console.error(
			`NOT CHECKED: the registry does not answer whether packages have known vulnerabilities (${reason}).`,
		);
		if (process.env.ALLOW_UNAUDITED === "true") {
			console.error("Going on without, because ALLOW_UNAUDITED=true.");
			return 0;
		}
		console.error(
			"Release where the registry answers `npm audit`, or set ALLOW_UNAUDITED=true to go on without.",
		);
		return 2;
	}
	const found = Object.values(answer.vulnerabilities).filter(({ nodes = [] }) =>
		nodes.some(isPublished),
	);
	for (const { name, severity, range, via } of found) {
		const titles = via.map((one) =>
			typeof one === "string" ? `by ${one}` : `${one.title} (${one.url})`,
		);
		console.error(`${severity}: ${[name, range].filter(Boolean).join(" ")}: ${titles.join("; ")}`);
	}
	if (found.length > 0) {
		console.error(`${found.length} packages with known vulnerabilities: update them first.`);
		return 1;
	}
	console.log("No package that users get has a known vulnerability.");
	return 0;
};

process.exitCode = report();
