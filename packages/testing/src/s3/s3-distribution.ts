import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MissingEngine } from "../require-engine.ts";

/** The server that the tests run against; 4.x needs Java 17. */
const VERSION = "4.1.0";

const CACHE = fileURLToPath(new URL("../../../../.cache/s3proxy/", import.meta.url));
const FILE = `s3proxy-${VERSION}-jar-with-dependencies.jar`;

const answers = (command: string, argument: string) =>
	spawnSync(command, [argument], { stdio: "ignore" }).status === 0;

/** Why no S3 server can be started here, if so. */
export const missingS3 = (): MissingEngine => {
	if (!answers("java", "-version"))
		return { name: "s3", reason: "no Java (apt-get install default-jdk-headless)" };
	if (!existsSync(join(CACHE, FILE)) && !answers("mvn", "-version"))
		return { name: "s3", reason: "no Maven (apt-get install maven)" };
	return undefined;
};

/** S3Proxy as one file, fetched from Maven Central once and kept in `.cache`. */
export const s3ServerFile = (): string => {
	const file = join(CACHE, FILE);
	if (!existsSync(file)) {
		mkdirSync(CACHE, { recursive: true });
		const work = mkdtempSync(join(CACHE, "fetching-"));
		execFileSync(
			"mvn",
			[
				"--quiet",
				"--batch-mode",
				"dependency:copy",
				`-Dartifact=org.gaul:s3proxy:${VERSION}:jar:jar-with-dependencies`,
				`-DoutputDirectory=${work}`,
			],
			{ stdio: ["ignore", "inherit", "inherit"] },
		);
		// Moved as a whole, so that an interrupted download is never taken for a complete one.
		renameSync(join(work, FILE), file);
		rmSync(work, { recursive: true });
	}
	return file;
};
