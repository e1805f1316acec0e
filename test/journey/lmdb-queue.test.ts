import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileDigests } from "@footfall/testing/disk/file-digests";
import { createTemporaryDirectory } from "@footfall/testing/product/product";
import { runCommand } from "@footfall/testing/product/running-command";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let data: ReturnType<typeof createTemporaryDirectory>;
beforeEach(() => {
	data = createTemporaryDirectory();
});
afterEach(() => data.remove());

const KAFKA = "kafka://127.0.0.1:9/footfall";

const writeLmdbQueue = (folder: string) => {
	mkdirSync(join(data.path, folder), { mode: 0o755 });
	for (const name of ["queue.mdb", "queue.mdb-lock"])
		writeFileSync(join(data.path, folder, name), "0.1.0", { mode: 0o644 });
};

/** The exit code and output of a command, once it has ended. */
const endOf = async (line: string, environment: NodeJS.ProcessEnv = {}) => {
	const command = runCommand(line.split(" "), { DATA_DIR: data.path, PORT: "0", ...environment });
	const { code } = await command.ended;
	return [code, command.output()];
};

const refusalOf = (folder: string) => [
	78,
	expect.stringMatching(
		new RegExp(
			`^${data.path}/${folder}/queue\\.mdb is a queue of Footfall 0\\.1\\.0, .* nothing was changed\\. Start version 0\\.3\\.0 .* docs/upgrade\\.md .*\\n$`,
		),
	),
];

describe("the data of 0.1.0", () => {
	it.each([
		"start",
		"gateway",
		"gateway --check",
		"gateway --workers 2",
		"backend",
		"loader",
		// These would migrate the databases, which 0.3.0 could then not open.
		"migrate",
		"admin list-sites",
		"demo",
		"import-logs --site 1 access.log",
		"dead-letters list",
		"backup /nowhere",
	])("is refused by footfall %s before anything is written", async (command) => {
		writeLmdbQueue("queue");
		const before = fileDigests(data.path);
		expect(await endOf(command)).toEqual(refusalOf("queue"));
		expect(fileDigests(data.path)).toEqual(before);
	});

	it.each(["spill", "spill-2"])(
		"is refused by a gateway before Kafka if 0.1.0 left records in %s",
		async (folder) => {
			writeLmdbQueue(folder);
			const before = fileDigests(data.path);
			expect(await endOf("gateway", { QUEUE_URL: KAFKA })).toEqual(refusalOf(folder));
			expect(fileDigests(data.path)).toEqual(before);
		},
	);

	it("is no obstacle if it is a queue that this configuration does not open", async () => {
		writeLmdbQueue("queue");
		expect(await endOf("gateway --check", { QUEUE_URL: KAFKA })).toEqual([
			0,
			expect.stringContaining("ok  queue"),
		]);
	});
});
