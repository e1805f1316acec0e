import { ClientEvent } from "@footfall/shared/event";
import { onTestFinished, vi } from "vitest";
import type * as module from "../../../tracker/src/index.ts";
import { readSentBody } from "./sent-body.ts";

/** The captures by their names: a page has one tracker, so a test gets modules of its own. */
type CaptureName = {
	[Name in keyof typeof module]: (typeof module)[Name] extends module.Capture ? Name : never;
}[keyof typeof module];

/** A started tracker in jsdom whose requests end here. */
export interface RecordedTracker {
	tracker: typeof module;
	/** Lets time pass until all has left, and returns every event so far, checked against the schema. */
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
	const tracker = await import("../../../tracker/src/index.ts");
	const received: unknown[] = [];
	const { host = "https://stats.example/api" } = options;
	vi.useFakeTimers();
	vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
		// Nothing of the outboxes that other files of this process have left behind.
		if (url === `${host}/track`) received.push(...readSentBody(body).events);
		return new Response();
	});
	tracker.init({
		siteId: "1",
		host,
		captures: captures.map((capture) => (typeof capture === "string" ? tracker[capture] : capture)),
		...options,
	});
	// What shows events to `beforeSend` comes by itself.
	await vi.dynamicImportSettled();
	onTestFinished(() => {
		tracker.shutdown();
		// Other files share this process: what they listen to is not tied to a tracker that has ended.
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
