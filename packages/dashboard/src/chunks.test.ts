import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { beforeAll, expect, it } from "vitest";
import { CHUNKS } from "./chunks.ts";

const fileOf = (module: string) => fileURLToPath(new URL(module, import.meta.url));

/** The modules of each file of the build, by the file's name. */
let modulesOf: Map<string, string[][]>;

beforeAll(async () => {
	const built = await build({
		configFile: fileOf("../vite.config.ts"),
		logLevel: "error",
		build: { write: false, minify: false },
	});
	const { output } = built as Rolldown.RolldownOutput;
	const chunks = output.filter((one) => one.type === "chunk");
	modulesOf = new Map();
	for (const { name, moduleIds } of chunks)
		modulesOf.set(name, [...(modulesOf.get(name) ?? []), moduleIds]);
}, 60_000);

it.each(Object.entries(CHUNKS))(
	"builds one shared file %s, which holds each module that it names",
	(name, modules) => {
		const files = modulesOf.get(name) ?? [];
		expect(files).toHaveLength(1);
		expect(files[0]).toEqual(expect.arrayContaining(modules.map(fileOf)));
	},
);
