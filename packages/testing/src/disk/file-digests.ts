import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What is below a directory, to compare it with a later state: mode, time of the last change and digest by path. */
export const fileDigests = (directory: string): Record<string, string> =>
	Object.fromEntries(
		readdirSync(directory, { recursive: true, encoding: "utf8" }).map((name) => {
			const path = join(directory, name);
			const stat = lstatSync(path);
			const content = stat.isFile() ? readFileSync(path) : "";
			const digest = createHash("sha256").update(content).digest("hex");
			return [name, `${stat.mode.toString(8)} ${stat.mtimeMs} ${digest}`];
		}),
	);
