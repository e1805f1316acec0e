import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MissingEngine } from "../require-engine.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const SOURCES = ["build.sh", "go/go.mod", "go/go.sum"].map((name) =>
	join(ROOT, "test/journey/clients", name),
);

/** The output folder of `test/journey/clients/build.sh`: `go`, `oapi-codegen`, and `python`, a PYTHONPATH. */
export const CLIENT_GENERATORS = join(ROOT, ".cache/client-generators");

const stamp = () => {
	const hash = createHash("sha256");
	for (const source of SOURCES) hash.update(readFileSync(source));
	return hash.digest("hex");
};

/** Why no clients can be generated, if so. */
export const missingClientGenerators = (): MissingEngine => {
	const path = join(CLIENT_GENERATORS, "stamp");
	return existsSync(path) && readFileSync(path, "utf8").trim() === stamp()
		? undefined
		: {
				name: "clients",
				reason: "nothing in .cache/client-generators: run test/journey/clients/build.sh",
			};
};
