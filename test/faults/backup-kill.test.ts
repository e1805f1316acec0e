import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pause } from "@footfall/shared/waiting/pause";
import { eventually } from "@footfall/testing/eventually";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { runCommand } from "@footfall/testing/product/running-command";
import { createRandom } from "@footfall/testing/random";
import { rounds } from "@footfall/testing/rounds";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

// For a machine that is busy with other work.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const BACKUPS = rounds(2, 30);
const RESTORES = rounds(1, 30);
const root = createTemporaryDirectory();
const data = join(root.path, "data");
const folder = join(root.path, "backups");
const random = createRandom(20261122);

let product: Product;
beforeAll(async () => {
	product = await startProduct(data);
	const filled = runCommand(["demo", "--days", "5", "--visits", "60", "--anyway"], {
		DATA_DIR: data,
	});
	expect(await filled.ended).toMatchObject({ code: 0 });
});
afterAll(async () => {
	await product?.stop();
	root.remove();
});

const run = (parameters: readonly string[], DATA_DIR = data) =>
	runCommand(parameters, { DATA_DIR });
const namesIn = (directory: string) => (existsSync(directory) ? readdirSync(directory) : []);
const manifests = () => namesIn(join(folder, "backups")).filter((name) => name.endsWith(".json"));
const frozen = () => namesIn(join(data, "backup")).filter((name) => name !== "last.json");
const status = (path: string) =>
	fetch(product.url + path).then(
		({ status: code }) => code,
		() => 0,
	);

describe("a backup that is killed", () => {
	it("leaves no incomplete backup, nothing in the product, and the product running", async () => {
		for (let round = 0; round < BACKUPS; round++) {
			const before = manifests().length;
			const command = run(["backup", folder]);
			await command.says(/Copying|is complete/);
			await pause(random() * 500);
			command.send("SIGKILL");
			const { code } = await command.ended;
			if (code !== 0 && manifests().length > before) expect(command.output()).toContain("Copied: ");
			expect(await status("/ready")).toBe(200);
			await eventually(
				async () => frozen(),
				(left) => left.length === 0,
			);
		}
		expect(await run(["backup", folder]).ended).toMatchObject({ code: 0 });
	});

	it("ends when the backend is killed, and works again afterwards", async () => {
		const command = run(["backup", join(root.path, "other")]);
		await command.says(/Copying/);
		await product.kill("backend");
		const { code } = await command.ended;
		expect([0, 78], command.output()).toContain(code);
		await eventually(
			() => status("/api/version"),
			(answer) => answer === 200,
		);
		expect(frozen()).toEqual([]);
		expect(await run(["backup", folder]).ended).toMatchObject({ code: 0 });
	});
});

describe("a restore that is killed", () => {
	it("leaves nothing that a product could start from, and can be repeated", async () => {
		for (let round = 0; round < RESTORES; round++) {
			const to = join(root.path, `restored-${round}`);
			const command = run(["restore", folder], to);
			await command.says(/Restoring/);
			await pause(random() * 800);
			command.send("SIGKILL");
			const { code } = await command.ended;
			const names = namesIn(to);
			if (code === 0 || !names.includes("restoring")) {
				if (names.length > 0) expect(names).toEqual(expect.arrayContaining(["accounts", "store"]));
				continue;
			}
			const started = run(["start"], to);
			expect(await started.ended).toMatchObject({ code: 78 });
			expect(started.output()).toContain(
				"a restore into it was interrupted or is still running; if none is running, empty it",
			);
			// Killed while files were moved into place, it has to be cleared by hand.
			const again = await run(["restore", folder], to).ended;
			expect(again.code).toBe(names.length === 1 ? 0 : 78);
		}
		const whole = join(root.path, "whole");
		expect(await run(["restore", folder], whole).ended).toMatchObject({ code: 0 });
	});
});
