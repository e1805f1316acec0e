import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** How this process was started. */
export interface Invocation {
	/** The path of the script given to Node. */
	script: string;
	directory: string;
	environment: NodeJS.ProcessEnv;
	host: string;
	isThere(path: string): boolean;
}

const here = (): Invocation => ({
	script: process.argv[1] ?? "",
	directory: process.cwd(),
	environment: process.env,
	host: hostname(),
	isThere: existsSync,
});

/** The command's path in the image, see the Dockerfile. */
const IN_IMAGE = "/usr/local/bin/footfall";
const IN_CONTAINER = ["/.dockerenv", "/run/.containerenv"];

/** The command as a person would type it here, without parameters. */
export const calledAs = (invocation: Invocation = here()): string => {
	const { script, directory, environment, host, isThere } = invocation;
	if (script === IN_IMAGE && environment["KUBERNETES_SERVICE_HOST"])
		return `kubectl exec ${host} -- footfall`;
	if (script === IN_IMAGE && IN_CONTAINER.some(isThere)) return `docker exec ${host} footfall`;
	// Where npm keeps packages that run without being installed.
	if (/[\\/]_npx[\\/]/.test(script)) return "npx footfall-analytics";
	if ((environment["PATH"] ?? "").split(delimiter).includes(dirname(script))) {
		// npm adds its own folders to the PATH while a command runs.
		if (!dirname(script).endsWith(join("node_modules", ".bin"))) return "footfall";
	}
	// Not `npx footfall`: without our package installed, that would fetch and run somebody else's from npm.
	return isThere(join(directory, "node_modules/.bin/footfall"))
		? "./node_modules/.bin/footfall"
		: script;
};
