import type { DestinationState } from "@footfall/api";
import { describe, expect, it } from "vitest";
import { fullText, statusText } from "./status-text.ts";

const DAY = 86_400;

describe("the time until a disk is full", () => {
	it.each([
		[0, "full; free up space"],
		[1, "full within a day"],
		[DAY, "full in 1 day"],
		[12.5 * DAY, "full in 12 days"],
		[366 * DAY, "not full within a year"],
		[Number.POSITIVE_INFINITY, "not full within a year"],
	])('in %d s is shown as "%s"', (seconds, text) => expect(fullText(seconds)).toBe(text));
});

describe("the status", () => {
	it("is a table of roles, followed by the disk and the last backup", () =>
		expect(
			statusText(
				[
					{
						role: "gateway",
						address: "http://a:3000",
						version: "1.0.0",
						ready: true,
						reason: "",
						oldestQueuedMs: 1234,
					},
					{ role: "", address: "http://b:9100", version: "", ready: false, reason: "ECONNREFUSED" },
					{
						...{ role: "api", address: "http://c:3001", version: "1.0.0", ready: true, reason: "" },
						storage: { bytes: 2e9, perMillionEvents: 5e7, freeBytes: 9e9, fullInSeconds: 40 * DAY },
					},
				],
				{
					name: "n",
					to: "/backup",
					at: "2026-11-22T21:40:00.000Z",
					bytes: 1e9,
					writtenBytes: 1,
					seconds: 3,
				},
			),
		).toBe(`ROLE     ADDRESS        VERSION  READY  LAG    REASON
gateway  http://a:3000  1.0.0    yes    1.2 s
?        http://b:9100  ?        no     -      ECONNREFUSED
api      http://c:3001  1.0.0    yes    -
Events: 2.0 GB, 50.0 MB per million events. Disk: 9.0 GB free, full in 40 days.
Last backup: 2026-11-22T21:40:00.000Z to /backup, 1.0 GB in 3 s
`));

	it("has a line for each destination, with the reason of a failure", () => {
		const state: DestinationState = {
			...{ id: 1, name: "Lake", kind: "folder", phase: "running" },
			...{ delivered: 5, filtered: 2, failure: "", failingSince: 0, deliveredAt: 0 },
			...{ lagEvents: 7, lagMs: 1234 },
		};
		const destinations: DestinationState[] = [
			state,
			{ ...state, id: 2, kind: "http", phase: "failing", failure: "It answers 404" },
			{ ...state, id: 3, kind: "kafka", phase: "paused" },
		];
		const role = { role: "backend", address: "a", version: "1", ready: true, reason: "" };
		expect(statusText([{ ...role, destinations }], undefined)).toContain(
			`Destination 1 (folder): running, 1.2 s behind.
Destination 2 (http): failing, 1.2 s behind. It answers 404
Destination 3 (kafka): paused.
`,
		);
	});

	it("reports a missing backup", () =>
		expect(statusText([], undefined)).toMatch(/Last backup: none\n$/));
});
