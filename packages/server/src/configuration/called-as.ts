import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** How a process of the product came to run. */
export interface Invocation {
	/** The path of the script that Node was given. */
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

/** Where the image has the command, see the Dockerfile. */
const IN_IMAGE = "/usr/local/bin/footfall";
const IN_CONTAINER = ["/.dockerenv", "/run/.containerenv"];

/** The words with which a person calls the command here, to be followed by its parameters. */
export const calledAs = (invocation: Invocation = here()): string => {
	const { script, directory, environment, host, isThere } = invocation;
	if (script === IN_IMAGE && environment["KUBERNETES_SERVICE_HOST"])
		return `kubectl exec ${host} -- footfall`;
	if (script === IN_IMAGE && IN_CONTAINER.some(isThere)) return `docker exec ${host} footfall`;
	// Where npm keeps packages that are run without being installed.
	if (/[\\/]_npx[\\/]/.test(script)) return "npx footfall-analytics";
	if ((environment["PATH"] ?? "").split(delimiter).includes(dirname(script))) {
		// npm puts its own folders there for the time of a command.
		if (!dirname(script).endsWith(join("node_modules", ".bin"))) return "footfall";
	}
	// Not `npx footfall`: where ours is not installed, that fetches a package of others from npm and runs it.
	return isThere(join(directory, "node_modules/.bin/footfall"))
		? "./node_modules/.bin/footfall"
		: script;
};
