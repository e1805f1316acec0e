import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import { fileFault } from "../faults/file-fault.ts";

/** A minified file with its source map. */
export interface FoundMap {
	/** Path of the minified file below the directory, with slashes. */
	file: string;
	/** SHA-256 of the minified file. */
	hash: string;
	/** The map's path on this machine. */
	mapPath: string;
	mapBytes: number;
}

export interface FoundMaps {
	maps: FoundMap[];
	/** Why other files of the directory are left out, a line each. */
	leftOut: string[];
}

const SCRIPT = /\.[cm]?js$/;
const COMMENT = "sourceMappingURL=";

const scriptsBelow = (directory: string): string[] =>
	readdirSync(directory, { withFileTypes: true })
		.sort((one, other) => (one.name < other.name ? -1 : 1))
		.flatMap((entry) => {
			const path = join(directory, entry.name);
			if (entry.isDirectory()) return entry.name === "node_modules" ? [] : scriptsBelow(path);
			return entry.isFile() && SCRIPT.test(entry.name) ? [path] : [];
		});

const isNoCode = (line: string): boolean => /^$|^\/\/|^\*\/$/.test(line.trim());

/** The address in the comment of a minified file, which has no spaces; undefined unless only comments follow it. */
const addressIn = (text: string): string | undefined => {
	const at = text.lastIndexOf(COMMENT);
	if (at === -1) return undefined;
	const [comment = "", ...lines] = text.slice(at + COMMENT.length).split("\n");
	const [address, ...rest] = comment.trim().split(/\s+/);
	return rest.every(isNoCode) && lines.every(isNoCode) ? address || undefined : undefined;
};

const pathOf = (script: string, address: string): string => {
	const [path = ""] = address.split(/[?#]/);
	try {
		return resolve(dirname(script), decodeURIComponent(path));
	} catch {
		return resolve(dirname(script), path);
	}
};

/** A map, or why there is none; undefined for a file that has none and names none. */
const mapOf = (directory: string, script: string): FoundMap | { reason: string } | undefined => {
	const bytes = readFileSync(script);
	const address = addressIn(bytes.toString("latin1"));
	if (address?.startsWith("data:")) return { reason: "inline" };
	if (address !== undefined && /^(\w+:)?\/\//.test(address))
		return { reason: `its map is elsewhere: ${address.slice(0, 200)}` };
	// Bundlers can leave the comment out, so that browsers do not ask for the map.
	const mapPath = address === undefined ? `${script}.map` : pathOf(script, address);
	if (!existsSync(mapPath))
		return address === undefined
			? undefined
			: { reason: `its map ${address.slice(0, 200)} is missing` };
	if (relative(directory, mapPath).startsWith(`..${sep}`))
		return { reason: `its map ${address?.slice(0, 200)} is outside of the directory` };
	return {
		file: relative(directory, script).split(sep).join("/"),
		hash: createHash("sha256").update(bytes).digest("hex"),
		mapPath,
		mapBytes: statSync(mapPath).size,
	};
};

/**
 * Finds the minified files below a directory and their maps.
 * @throws EnvironmentError for maps inside of the files, which visitors would get, and for a directory without maps
 */
export const findMaps = (directory: string): FoundMaps => {
	const root = resolve(directory);
	const maps: FoundMap[] = [];
	const leftOut: string[] = [];
	const inline: string[] = [];
	try {
		for (const script of scriptsBelow(root)) {
			const found = mapOf(root, script);
			if (found === undefined) continue;
			const name = relative(root, script);
			if (!("reason" in found)) maps.push(found);
			else if (found.reason === "inline") inline.push(name);
			else leftOut.push(`${name}: ${found.reason}`);
		}
	} catch (error) {
		throw fileFault(error, directory);
	}
	if (inline.length > 0)
		throw new EnvironmentError(
			`These files hold their source maps themselves, so that every visitor gets your sources:\n  ${inline.join("\n  ")}\nLet the bundler write them as files of their own: build.sourcemap: "hidden" in Vite, devtool: "hidden-source-map" in webpack.`,
		);
	if (maps.length === 0)
		throw new EnvironmentError(
			`${directory}: has no JavaScript file with a source map. Let the bundler write them: build.sourcemap: "hidden" in Vite, devtool: "hidden-source-map" in webpack.${leftOut.map((line) => `\n  ${line}`).join("")}`,
		);
	return { maps, leftOut };
};
