import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedQueue } from "@footfall/queue";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import { watchReadiness } from "./readiness.ts";

const directory = mkdtempSync(join(tmpdir(), "readiness-"));
afterEach(() => {
	vi.restoreAllMocks();
	rmSync(directory, { recursive: true, force: true });
});

describe("a queue whose oldest record waits for more than a minute", () => {
	it("is reported within five seconds, and makes the gateway of a single machine unready", async () => {
		const queue = openEmbeddedQueue({ directory });
		const producer = queue.producer();
		const watches = [true, false].map((needsBackend) =>
			watchReadiness({
				configuration: () => ({}) as CompiledConfiguration,
				configurationFault: () => "",
				producer,
				isClosing: () => false,
				storeDamage: () => undefined,
				isBackendReached: () => true,
				needsBackend,
			}),
		);
		const states = () => watches.map(({ state }) => state());
		await producer.append({ key: "a", value: Buffer.from("waits") });
		await expect.poll(states).toMatchObject([
			{ ready: true, loading: true, reason: "" },
			{ ready: true, loading: true, reason: "" },
		]);
		const now = Date.now.bind(Date);
		vi.spyOn(Date, "now").mockImplementation(() => now() + 61_000);
		const late = {
			loading: false,
			queue: true,
			reason: expect.stringMatching(
				/^The oldest collected record has been waiting for 6\d s to be stored/,
			),
		};
		await expect.poll(states, { timeout: 5_000 }).toMatchObject([
			{ ready: false, ...late },
			{ ready: true, ...late },
		]);
		await Promise.all(watches.map(({ close }) => close()));
		await producer.close();
		await queue.close();
	});
});

describe("an unavailable backend", () => {
	it("makes the gateway of its own machine unready, and no other", async () => {
		const queue = openEmbeddedQueue({ directory });
		const producer = queue.producer();
		let isReached = false;
		const watches = [true, false].map((needsBackend) =>
			watchReadiness({
				configuration: () => ({}) as CompiledConfiguration,
				configurationFault: () => "",
				producer,
				isClosing: () => false,
				storeDamage: () => undefined,
				isBackendReached: () => isReached,
				needsBackend,
			}),
		);
		const states = () => watches.map(({ state }) => state());
		const reason = expect.stringMatching(/^The backend does not answer/);
		expect(states()).toMatchObject([
			{ ready: false, backend: false, queue: true, reason },
			{ ready: true, backend: false, reason: "" },
		]);
		isReached = true;
		expect(states()).toMatchObject([
			{ ready: true, backend: true, reason: "" },
			{ ready: true, backend: true },
		]);
		await Promise.all(watches.map(({ close }) => close()));
		await producer.close();
		await queue.close();
	});
});
