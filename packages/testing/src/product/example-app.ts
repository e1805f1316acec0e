import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { VERSION } from "@footfall/shared/version";

/** One of `examples/`, installed in a directory of its own with the tracker as npm users get it. */
export interface ExampleApp {
	directory: string;
	/** Runs one of its scripts, or fails with what it printed. */
	run(script: string): Promise<void>;
	/** Serves the build output, with the start page for every path of the application and more markup in its head. */
	serveBuilt(head?: string): Promise<Served>;
	/** Starts a server of its own from these arguments of `node`, which prints its address. */
	serveWith(...parameters: string[]): Promise<Served>;
	remove(): Promise<void>;
}

export interface Served {
	origin: string;
	/** What the server printed. */
	output(): string;
	close(): Promise<void>;
}

const execute = promisify(execFile);
const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

const INSTALL_WITHIN_MS = 300_000;
const BUILD_WITHIN_MS = 240_000;
const TYPES: Record<string, string> = { ".js": "text/javascript", ".css": "text/css" };

/** Packs the built tracker as it is published. Resolves to the tarball's path. */
export const packTracker = async (): Promise<string> => {
	await execute(process.execPath, [at("scripts/pack-packages.mjs"), "footfall-tracker"]);
	return at(`release/footfall-tracker-${VERSION}.tgz`);
};

/** Copies and installs an example whose pages send to `host`. */
export const installExample = async (name: string, host: string): Promise<ExampleApp> => {
	const directory = await mkdtemp(join(tmpdir(), `footfall-example-${name}-`));
	await cp(at(`examples/${name}`), directory, {
		recursive: true,
		filter: (path) =>
			!/\/(node_modules|dist|build|\.next|\.nuxt|\.output|\.astro|\.svelte-kit|\.react-router)$/.test(
				path,
			),
	});
	const tarball = await packTracker();
	const manifestPath = join(directory, "package.json");
	const manifest = JSON.parse(await readFile(manifestPath, "utf8"));
	manifest.dependencies["footfall-tracker"] = `file:${tarball}`;
	await writeFile(manifestPath, JSON.stringify(manifest));

	// Not the test runner's environment, whose NODE_ENV produces builds that nobody ships.
	const env: NodeJS.ProcessEnv = {
		PATH: process.env["PATH"],
		HOME: process.env["HOME"],
		NEXT_TELEMETRY_DISABLED: "1",
		NITRO_PORT: "0",
		NITRO_HOST: "127.0.0.1",
	};
	for (const prefix of ["VITE", "NEXT_PUBLIC"]) {
		env[`${prefix}_FOOTFALL_HOST`] = host;
		env[`${prefix}_FOOTFALL_SITE_ID`] = "1";
	}
	const npm = (timeout: number, ...parameters: string[]) =>
		execute("npm", parameters, { cwd: directory, env, timeout }).catch(
			(error: Error & { stdout: string; stderr: string }) => {
				throw new Error(`npm ${parameters.join(" ")}:\n${error.stdout}${error.stderr}`);
			},
		);
	await npm(INSTALL_WITHIN_MS, "install", "--prefer-offline", "--no-audit", "--no-fund");

	const startPage = async (head: string) => {
		const page = await readFile(join(directory, "dist/index.html"), "utf8");
		return page.replace("<head>", `<head>${head}`);
	};

	const fileFor = async (pathname: string, head: string) => {
		const path = join(directory, "dist", pathname);
		const body = extname(pathname) === "" ? undefined : await readFile(path).catch(() => undefined);
		return body === undefined
			? { body: await startPage(head), type: "text/html" }
			: { body, type: TYPES[extname(pathname)] ?? "application/octet-stream" };
	};

	return {
		directory,
		run: async (script) => {
			await npm(BUILD_WITHIN_MS, "run", script);
		},
		serveBuilt: async (head = "") => {
			const server = http.createServer(async (request, response) => {
				const { pathname } = new URL(request.url ?? "/", "http://localhost");
				const { body, type } = await fileFor(pathname, head);
				response.writeHead(200, { "content-type": type }).end(body);
			});
			server.listen(0, "127.0.0.1");
			await once(server, "listening");
			return {
				origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
				output: () => "",
				close: async () => {
					server.closeAllConnections();
					server.close();
					await once(server, "close");
				},
			};
		},
		serveWith: async (...parameters) => {
			const server = spawn(process.execPath, parameters, { cwd: directory, env });
			const exited = once(server, "exit");
			let output = "";
			const origin = await new Promise<string>((resolve, reject) => {
				const take = (chunk: Buffer) => {
					output += chunk.toString();
					// Without the colour codes that some print in the middle of their URL.
					const plain = output.replaceAll(new RegExp(`${ESCAPE}\\[\\d+m`, "g"), "");
					const found =
						/(?:Local:?|\[react-router-serve\]|Listening on)\s+(http:\/\/[\w.]+:\d+)/.exec(
							plain,
						)?.[1];
					if (found !== undefined) resolve(found);
				};
				server.stdout.on("data", take);
				server.stderr.on("data", take);
				void exited.then(() => reject(new Error(`The server ended:\n${output}`)));
			});
			return {
				origin,
				output: () => output,
				close: async () => {
					server.kill();
					await exited;
				},
			};
		},
		remove: () => rm(directory, { recursive: true, force: true, maxRetries: 5 }),
	};
};

const ESCAPE = String.fromCharCode(27);
