import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryDirectory } from "@footfall/testing/product/product";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { afterAll, expect, it } from "vitest";

const UNIT = fileURLToPath(new URL("../../deploy/systemd/footfall.service", import.meta.url));
const COMMAND = fileURLToPath(new URL("../../packages/server/bin/footfall.cjs", import.meta.url));

/** "Exposure" of systemd's own scale from 0 to 10, of which it calls what is below 2 "OK". */
const MOST_EXPOSED = 1.5;

const analyze = (...parameters: string[]) => {
	const { status, stdout, stderr } = spawnSync("systemd-analyze", parameters, {
		encoding: "utf8",
		env: { PATH: process.env["PATH"], LC_ALL: "C" },
	});
	return { status, output: (stdout ?? "") + (stderr ?? "") };
};

const missing =
	analyze("--version").status === 0
		? undefined
		: { name: "systemd", reason: "no systemd-analyze (Debian: apt-get install systemd)" };

describeWithEngine("the unit for systemd", missing, () => {
	const directory = temporaryDirectory();
	afterAll(directory.remove);

	it("has no fault that systemd finds", () => {
		// Where it says, nothing is installed here.
		const text = readFileSync(UNIT, "utf8").replace(/^(ExecStart=)\S+/m, `$1${COMMAND}`);
		mkdirSync(join(directory.path, "units"));
		const path = join(directory.path, "units/footfall.service");
		writeFileSync(path, text);
		expect(analyze("verify", "--man=no", "--recursive-errors=no", path)).toEqual({
			status: 0,
			output: "",
		});
	});

	it("leaves little of the system to the product", () => {
		const threshold = `--threshold=${MOST_EXPOSED * 10}`;
		const { status, output } = analyze("security", "--offline=yes", threshold, UNIT);
		expect([status, /exposure level .*/.exec(output)?.[0]]).toEqual([
			0,
			expect.stringContaining("OK"),
		]);
	});

	it("restarts the product, except where that cannot help", () => {
		const text = readFileSync(UNIT, "utf8");
		expect(text).toMatch(/^Restart=always$/m);
		expect(text).toMatch(/^RestartPreventExitStatus=78$/m);
	});
});
