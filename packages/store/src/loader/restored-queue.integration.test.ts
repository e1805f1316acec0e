import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyQueue } from "@footfall/queue";
import { encodeQueuedEvent } from "@footfall/shared/queued-event";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { startLoaderOn } from "@footfall/testing/store/loader-on-disk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let directory: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "restored-queue-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const events = (...ids: string[]) => ids.map((id) => encodeQueuedEvent(queuedEvent({ id })));

describe("a queue restored beside a newer copy of the events", () => {
	it("loses no event from before or after, and stores none twice", async () => {
		const first = await startLoaderOn(directory);
		await first.append(events("loaded"));
		await first.loaded();
		const copy = join(directory, "copy");
		await first.loader.hold(async () => {
			await first.append(events("waiting"));
			await copyQueue(join(directory, "queue"), copy);
		}, 10_000);
		await first.append(events("between", "between-too"));
		await first.loaded();
		await first.stop();
		rmSync(join(directory, "queue"), { recursive: true });
		renameSync(copy, join(directory, "queue"));

		const restored = await startLoaderOn(directory);
		try {
			await restored.append(events("new", "new-too"));
			await restored.loaded();
			expect(await restored.store.query("SELECT event_id AS id FROM events ORDER BY id")).toEqual(
				["between", "between-too", "loaded", "new", "new-too", "waiting"].map((id) => ({ id })),
			);
		} finally {
			await restored.stop();
		}
	});
});
