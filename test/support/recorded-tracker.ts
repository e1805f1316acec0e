import { ClientEvent } from "@footfall/shared/event";
import { onTestFinished, vi } from "vitest";
import type { Footfall } from "../../packages/tracker/src/api.ts";
import type { Settings } from "../../packages/tracker/src/config.ts";
import type { Options } from "../../packages/tracker/src/index.ts";
import type * as tracker from "../../packages/tracker/src/tracker.ts";

/** The captures by their names: a page has one tracker, so a test gets modules of its own. */
type CaptureName = Exclude<keyof typeof import("../../packages/tracker/src/index.ts"), "init">;

/** A started tracker in jsdom whose requests end here. */
export interface RecordedTracker {
	tracker: typeof tracker;
	api: Footfall;
	/** Lets time pass until all has left, and returns every event so far, checked against the schema. */
	sent: () => Promise<ClientEvent[]>;
	/** The properties of every event so far of that type. */
	propertiesOf: (type: ClientEvent["type"]) => Promise<unknown[]>;
}

/** Needs jsdom. Timers are fake from here to the end of the test. */
export const recordTracker = async (
	captures: readonly (CaptureName | tracker.Capture)[],
	options: Partial<Options> = {},
	settings: Settings = { trackUrlParams: true },
): Promise<RecordedTracker> => {
	vi.resetModules();
	const [module, tracker, { api }] = await Promise.all([
		import("../../packages/tracker/src/index.ts"),
		import("../../packages/tracker/src/tracker.ts"),
		import("../../packages/tracker/src/api.ts"),
	]);
	const received: unknown[] = [];
	vi.useFakeTimers();
	vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
		if (url.endsWith("/track")) received.push(...JSON.parse(body).events);
		return new Response("{}");
	});
	const {
		namespace = "footfall",
		debounceMs = 500,
		skipPatterns = [],
		maskPatterns = [],
	} = options;
	tracker.configure([
		"1",
		"https://stats.example/api",
		namespace,
		debounceMs,
		skipPatterns,
		maskPatterns,
		options.tag,
	]);
	tracker.start(
		settings,
		captures.map((capture) => (typeof capture === "string" ? module[capture] : capture)),
	);
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
		api,
		sent,
		propertiesOf: async (type) =>
			(await sent())
				.filter((event) => event.type === type)
				.map(({ properties }) => (properties === undefined ? undefined : JSON.parse(properties))),
	};
};
