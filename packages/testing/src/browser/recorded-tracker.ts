import { ClientEvent } from "@footfall/shared/event";
import type * as module from "footfall-tracker/testing";
import { onTestFinished, vi } from "vitest";
import { readSentBody } from "./sent-body.ts";

/** The captures by name: a page has one tracker, so a test gets modules of its own. */
type CaptureName = {
	[Name in keyof typeof module]: (typeof module)[Name] extends module.Capture ? Name : never;
}[keyof typeof module];

/** A running tracker in jsdom whose requests are intercepted here. */
export interface RecordedTracker {
	tracker: typeof module;
	/** Advances the time until everything is sent, and returns every event so far, checked against the schema. */
	sent: () => Promise<ClientEvent[]>;
	/** The properties of every event so far of that type. */
	propertiesOf: (type: ClientEvent["type"]) => Promise<unknown[]>;
}

/** Needs jsdom. Timers are fake from here to the end of the test. */
export const recordTracker = async (
	captures: readonly (CaptureName | module.Capture)[],
	options: Partial<module.Options> = {},
): Promise<RecordedTracker> => {
	vi.resetModules();
	const tracker = await import("footfall-tracker/testing");
	const received: unknown[] = [];
	const { host = "https://stats.example/api" } = options;
	vi.useFakeTimers();
	vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
		// Ignores what outboxes of other files in this process have left behind.
		if (url === `${host}/track`) received.push(...readSentBody(body).events);
		return new Response();
	});
	tracker.init({
		siteId: "1",
		host,
		captures: captures.map((capture) => (typeof capture === "string" ? tracker[capture] : capture)),
		...options,
	});
	// The module that calls `beforeSend` is loaded separately.
	await vi.dynamicImportSettled();
	onTestFinished(() => {
		tracker.shutdown();
		// Other files share this process: their listeners are not tied to a tracker that has ended.
		vi.resetModules();
		vi.unstubAllGlobals();
		vi.useRealTimers();
	});
	const sent = async () => {
		await vi.advanceTimersByTimeAsync(1000);
		return received.map((event) => ClientEvent.parse(event));
	};
	return {
		tracker,
		sent,
		propertiesOf: async (type) =>
			(await sent())
				.filter((event) => event.type === type)
				.map(({ properties }) => (properties === undefined ? undefined : JSON.parse(properties))),
	};
};
