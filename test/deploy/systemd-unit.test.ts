import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eventually } from "@footfall/testing/eventually";
import { sendBeacon } from "@footfall/testing/gateway/beacon";
import { createTemporaryDirectory, startProduct } from "@footfall/testing/product/product";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { afterAll, expect, it } from "vitest";

const UNIT = fileURLToPath(new URL("../../deploy/systemd/footfall.service", import.meta.url));
const COMMAND = fileURLToPath(new URL("../../packages/server/bin/footfall.cjs", import.meta.url));

/** Runs a command with only the system calls that a unit allows. */
const CALLS = fileURLToPath(new URL("with-calls-of-unit.py", import.meta.url));

/** "Exposure" on systemd's own scale from 0 to 10; systemd calls values below 2 "OK". */
const MOST_EXPOSED = 1.5;

const analyze = (...parameters: string[]) => {
	const { status, stdout, stderr } = spawnSync("systemd-analyze", parameters, {
		encoding: "utf8",
		env: { PATH: process.env["PATH"], LC_ALL: "C" },
	});
	return { status, output: (stdout ?? "") + (stderr ?? "") };
};

const hasFilter = () => spawnSync("/usr/bin/python3", ["-c", "import seccomp"]).status === 0;

const missing =
	analyze("--version").status === 0 && process.getuid?.() === 0 && hasFilter()
		? undefined
		: {
				name: "systemd",
				reason: "no root, or no tools of systemd (Debian: apt-get install systemd python3-seccomp)",
			};

describeWithEngine("the unit for systemd", missing, () => {
	const directory = createTemporaryDirectory();
	afterAll(directory.remove);

	it("passes systemd's own verification", () => {
		// Nothing is installed at the unit's paths here.
		const text = readFileSync(UNIT, "utf8").replace(/^(ExecStart=)\S+/m, `$1${COMMAND}`);
		mkdirSync(join(directory.path, "units"));
		const path = join(directory.path, "units/footfall.service");
		writeFileSync(path, text);
		expect(analyze("verify", "--man=no", "--recursive-errors=no", path)).toEqual({
			status: 0,
			output: "",
		});
	});

	it("gives the product little access to the system", () => {
		const threshold = `--threshold=${MOST_EXPOSED * 10}`;
		const { status, output } = analyze("security", "--offline=yes", threshold, UNIT);
		expect([status, /exposure level .*/.exec(output)?.[0]]).toEqual([
			0,
			expect.stringContaining("OK"),
		]);
	});

	it("allows the product the system calls that it needs", async () => {
		const program: [string, ...string[]] = [
			...(["setpriv", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"] as const),
			...["/usr/bin/python3", CALLS, UNIT, COMMAND, "start"],
		];
		const product = await startProduct(join(directory.path, "data"), {}, {}, program);
		try {
			expect(readFileSync(`/proc/${product.pid}/status`, "utf8")).toMatch(/^Seccomp:\s2$/m);
			expect(getPriority(product.pidOf("backend"))).toBeGreaterThan(getPriority(product.pid));
			const event = { type: "pageview", site_id: product.siteId, hostname: "a.example" };
			const key = { authorization: `Bearer ${product.apiKey}` };
			expect((await sendBeacon(product.url, event, key)).status).toBe(200);
			const path = `/api/sites/${product.siteId}`;
			await eventually(
				() => product.get<{ data: object[] }>(`${path}/events`),
				({ data }) => data.length === 1,
			);
			const days = "start_date=2026-01-01&end_date=2026-12-31&time_zone=UTC";
			const pdf = await fetch(`${product.url}${path}/export/pdf?${days}`, { headers: key });
			expect([pdf.status, (await pdf.text()).slice(0, 5)]).toEqual([200, "%PDF-"]);
		} finally {
			expect(await product.stop()).toBe(0);
		}
	}, 300_000);

	it("restarts the product, except when a restart cannot help", () => {
		const text = readFileSync(UNIT, "utf8");
		expect(text).toMatch(/^Restart=always$/m);
		expect(text).toMatch(/^RestartPreventExitStatus=78$/m);
	});
});
