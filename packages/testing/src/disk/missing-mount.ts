import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MissingEngine } from "../require-engine.ts";

/** Why small disks cannot be mounted here; undefined if they can. */
export const missingMount = (): MissingEngine => {
	const probe = mkdtempSync(join(tmpdir(), "mount-"));
	try {
		execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", probe], { stdio: "ignore" });
		execFileSync("umount", [probe]);
		return undefined;
	} catch {
		return { name: "mount", reason: "no right to mount a tmpfs (run as root)" };
	} finally {
		rmSync(probe, { recursive: true });
	}
};
