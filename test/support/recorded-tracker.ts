import { ClientEvent } from "@footfall/shared/event";
import { onTestFinished, vi } from "vitest";
import { createApi, type Footfall } from "../../packages/tracker/src/api.ts";
import type { Config, Settings } from "../../packages/tracker/src/config.ts";
import { type Capture, createTracker, type Tracker } from "../../packages/tracker/src/tracker.ts";

/** A started tracker in jsdom whose requests end here. */
export interface RecordedTracker {
	tracker: Tracker;
	api: Footfall;
	/** Lets time pass until all has left, and returns every event so far, checked against the schema. */
	sent: () => Promise<ClientEvent[]>;
	/** The properties of every event so far of that type. */
	propertiesOf: (type: ClientEvent["type"]) => Promise<unknown[]>;
}

/** Needs jsdom. Timers are fake from here to the end of the test. */
export const recordTracker = (
	captures: readonly Capture[],
	config: Partial<Config> = {},
	settings: Settings = { trackUrlParams: true },
): RecordedTracker => {
	const received: unknown[] = [];
	vi.useFakeTimers();
	vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
		if (url.endsWith("/track")) received.push(...JSON.parse(body).events);
		return new Response("{}");
	});
	const tracker = createTracker({
		siteId: "1",
		host: "https://stats.example/api",
		namespace: "footfall",
		skipPatterns: [],
		maskPatterns: [],
		debounceMs: 500,
		...config,
	});
	tracker.start(settings, captures);
	onTestFinished(() => {
		tracker.stop();
		vi.unstubAllGlobals();
		vi.useRealTimers();
	});
	const sent = async () => {
		await vi.advanceTimersByTimeAsync(1000);
		return received.map((event) => ClientEvent.parse(event));
	};
	return {
		tracker,
		api: createApi(tracker),
		sent,
		propertiesOf: async (type) =>
			(await sent())
				.filter((event) => event.type === type)
				.map(({ properties }) => (properties === undefined ? undefined : JSON.parse(properties))),
	};
};
