import type { ClientEvent } from "@footfall/shared/event";
import { onTestFinished, vi } from "vitest";
import type * as module from "../../../tracker/src/index.ts";
import { sentEntries } from "./sent-entries.ts";

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
	const received: ClientEvent[] = [];
	vi.useFakeTimers();
	vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
		received.push(...sentEntries(body).events);
		return new Response(null, { status: 204 });
	});
	tracker.init({
		siteId: "1",
		host: "https://stats.example/api",
		captures: captures.map((capture) => (typeof capture === "string" ? tracker[capture] : capture)),
		...options,
	});
	onTestFinished(() => {
		tracker.shutdown();
		// Other files share this process: what they listen to is not tied to a tracker that has ended.
		vi.resetModules();
		vi.unstubAllGlobals();
		vi.useRealTimers();
	});
	const sent = async () => {
		await vi.advanceTimersByTimeAsync(1000);
		return received;
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
