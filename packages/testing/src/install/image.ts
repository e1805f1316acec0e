import { execFile, execFileSync } from "node:child_process";
import {
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { madeOnce } from "../made-once.ts";
import { createTemporaryDirectory } from "../product/product.ts";
import type { MissingEngine } from "../require-engine.ts";

const execute = promisify(execFile);

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
/** Used for images of this repository only. */
const STORAGE = join(ROOT, ".cache/images");
/** The base image that the Dockerfile names. */
const BASE = "docker.io/library/node:22-bookworm-slim";
/** The Node version that the base image stands for, as published on npm. */
const NODE_VERSION = "22.23.3";
const DEBIAN = "bookworm";
const CERTIFICATES = "/etc/ssl/certs";
/** The limit of a program's output; more would be an error. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const PROGRAMS = ["buildah", "debootstrap", "unshare", "chroot"];

const isInstalled = (program: string) =>
	[...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"].some((folder) =>
		existsSync(join(folder, program)),
	);

/** Building an image needs Debian's tools, and root for its file systems. */
export const missingImageBuilder = (): MissingEngine => {
	const missing = PROGRAMS.filter((program) => !isInstalled(program));
	if (missing.length > 0) return { name: "buildah", reason: `no ${missing.join(", ")}` };
	return process.getuid?.() === 0 ? undefined : { name: "buildah", reason: "no root" };
};

/** Runs buildah with its images in a directory. */
const buildahIn =
	(storage: string, ...options: readonly string[]) =>
	async (...parameters: readonly string[]): Promise<string> => {
		const where = ["--root", join(storage, "root"), "--runroot", join(storage, "run")];
		const { stdout } = await execute(
			"buildah",
			[...where, "--storage-driver", "vfs", ...options, ...parameters],
			{ maxBuffer: MAX_OUTPUT_BYTES },
		);
		return stdout.trim();
	};
type Buildah = ReturnType<typeof buildahIn>;

/** The folder of npm itself on this machine: it is JavaScript, and the same everywhere. */
const npmDirectory = () =>
	join(execFileSync("npm", ["root", "--global"], { encoding: "utf8" }).trim(), "npm");

/** The files of the base image: Debian, Node and npm. */
const makeBaseFiles = async (directory: string): Promise<void> => {
	await execute("debootstrap", ["--variant=minbase", DEBIAN, directory], {
		maxBuffer: MAX_OUTPUT_BYTES,
	});
	for (const waste of ["var/cache/apt", "var/lib/apt/lists", "usr/share/doc", "usr/share/locale"])
		rmSync(join(directory, waste), { recursive: true, force: true });
	const { stdout } = await execute(
		"npm",
		["pack", `node-linux-${process.arch}@${NODE_VERSION}`, "--json", "--prefer-offline"],
		{ cwd: dirname(directory) },
	);
	const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
	const local = join(directory, "usr/local");
	const unpack = ["-xzf", join(dirname(directory), filename), "-C", local, "--strip-components=1"];
	await execute("tar", [...unpack, "package/bin/node"]);
	const modules = join(local, "lib/node_modules");
	mkdirSync(modules, { recursive: true });
	cpSync(npmDirectory(), join(modules, "npm"), { recursive: true });
	symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(local, "bin/npm"));
};

/** Creates an image in place of the base that the Dockerfile names, so that it is built without its registry. */
const makeBase = async (storage: string): Promise<void> => {
	const scratch = createTemporaryDirectory();
	const files = join(scratch.path, "files");
	const buildah = buildahIn(storage);
	try {
		await makeBaseFiles(files);
		const container = await buildah("from", "scratch");
		await buildah("add", "--quiet", container, files, "/");
		const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
		await buildah("config", "--env", `PATH=${path}`, container);
		await buildah("commit", "--quiet", "--rm", container, BASE);
	} finally {
		scratch.remove();
	}
};

/** The repository's own images, above the base: every checkout of this machine shares this one read-only. */
const withBase = async (): Promise<Buildah> => {
	const { version } = JSON.parse(readFileSync(join(npmDirectory(), "package.json"), "utf8"));
	const name = `image-base-${DEBIAN}-${process.arch}-node-${NODE_VERSION}-npm-${version}`;
	const base = await madeOnce(name, makeBase);
	return buildahIn(STORAGE, "--storage-opt", `vfs.imagestore=${join(base, "root")}`);
};

/** How the machine reaches the registry, for npm in the build: none of it becomes part of the image. */
const registryVolumes = (directory: string): string[] => {
	const npmrc = join(directory, "npmrc");
	const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
	const cache = execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).trim();
	const bundle = join(CERTIFICATES, "ca-certificates.crt");
	const lines = [`registry=${registry}`, "prefer-offline=true"];
	if (existsSync(bundle)) lines.push(`cafile=${bundle}`);
	writeFileSync(npmrc, `${lines.join("\n")}\n`);
	return [
		`${npmrc}:/root/.npmrc:ro`,
		...(existsSync(bundle) ? [`${CERTIFICATES}:${CERTIFICATES}:ro`] : []),
		...(existsSync(join(cache, "_cacache")) ? [`${cache}/_cacache:/root/.npm/_cacache`] : []),
	].flatMap((volume) => ["--volume", volume]);
};

const ImageConfiguration = z.object({
	User: z.string(),
	Env: z.array(z.string()),
	Entrypoint: z.array(z.string()),
	Cmd: z.array(z.string()),
	Volumes: z.record(z.string(), z.object({})),
	ExposedPorts: z.record(z.string(), z.object({})),
	Healthcheck: z.object({ Test: z.array(z.string()) }),
});

export interface BuiltImage {
	configuration: z.infer<typeof ImageConfiguration>;
	/** The root of a container's files. */
	files: string;
	remove(): Promise<void>;
}

/** Builds the image of the repository's Dockerfile from the packed package. */
export const createImage = async (name: string, ...parameters: string[]): Promise<BuiltImage> => {
	const buildah = await withBase();
	// Images of an interrupted run.
	await buildah("rm", "--all");
	const scratch = createTemporaryDirectory();
	try {
		const format = ["--format", "docker", "--isolation", "chroot", "--pull-never"];
		const context = ["--build-context", `packed=${join(ROOT, "release")}`];
		const volumes = registryVolumes(scratch.path);
		await buildah("build", ...format, ...context, ...volumes, ...parameters, "--tag", name, ROOT);
	} finally {
		scratch.remove();
	}
	const inspected: unknown = JSON.parse(await buildah("inspect", "--type", "image", name));
	const image = z.object({ Docker: z.object({ config: ImageConfiguration }) }).parse(inspected);
	const container = await buildah("from", "--pull-never", name);
	const files = await buildah("mount", container);
	return {
		configuration: image.Docker.config,
		files,
		remove: async () => {
			await buildah("rm", container);
			await buildah("rmi", "--force", name);
			await buildah("rmi", "--prune");
		},
	};
};

const PREPARE = `set -e
mount --bind "$FILES" "$FILES"
mount --options remount,bind,ro "$FILES"
mount --types proc proc "$FILES/proc"
mount --rbind /dev "$FILES/dev"
mount --bind "$VOLUME" "$FILES/data"
exec chroot --userspec="$IMAGE_USER" "$FILES" /usr/bin/env --ignore-environment "$@"`;

/**
 * The command line that runs a command of an image as an orchestrator does: as the image's user, as the first process
 * of a namespace, with a read-only root and one volume.
 */
export const inContainer = (
	{ configuration, files }: BuiltImage,
	{ volume, environment }: { volume: string; environment: readonly string[] },
	command: readonly string[],
): [string, ...string[]] => [
	"env",
	`FILES=${files}`,
	`VOLUME=${volume}`,
	`IMAGE_USER=${configuration.User}`,
	...["unshare", "--mount", "--pid", "--fork", "sh", "-c", PREPARE, "sh"],
	...configuration.Env,
	...environment,
	...command,
];
