import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MissingEngine } from "../require-engine.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const SOURCES = ["build.sh", "go.mod", "go.sum", "compose-config/main.go"].map((name) =>
	join(ROOT, "test/deploy/tools", name),
);

/** The output folder of `test/deploy/tools/build.sh`. */
const TOOLS = join(ROOT, ".cache/deploy-tools");

export const HELM = join(TOOLS, "helm");
export const COMPOSE_CONFIG = join(TOOLS, "compose-config");
/** A PYTHONPATH with `kubernetes_validate`. */
export const PYTHON_MODULES = join(TOOLS, "python");

const stamp = () => {
	const hash = createHash("sha256");
	for (const source of SOURCES) hash.update(readFileSync(source));
	return hash.digest("hex");
};

/** Why the program that checks charts or Compose files is unavailable, if so. */
export const missingTool = (name: "helm" | "compose"): MissingEngine => {
	const path = join(TOOLS, "stamp");
	return existsSync(path) && readFileSync(path, "utf8").trim() === stamp()
		? undefined
		: { name, reason: "nothing in .cache/deploy-tools: run test/deploy/tools/build.sh" };
};
