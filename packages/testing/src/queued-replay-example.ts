import type { SiteNumber } from "@footfall/shared/ids";
import type { QueuedReplay } from "@footfall/shared/queued-replay";

/** A chunk that is a whole batch of a recording, for tests, with the given changes. */
export const queuedReplay = (
	given: Partial<QueuedReplay> &
		Pick<
			QueuedReplay,
			"batch" | "receivedAt" | "startedAt" | "endedAt" | "visitor" | "times" | "lengths" | "events"
		>,
): QueuedReplay => ({
	chunk: 0,
	part: 0,
	parts: 1,
	site: 1 as SiteNumber,
	retentionDays: 30,
	identifiedUser: "",
	pageUrl: "https://example.com/",
	language: "en",
	screenWidth: 1280,
	screenHeight: 720,
	browser: "Firefox",
	browserVersion: "150",
	operatingSystem: "Linux",
	operatingSystemVersion: "",
	deviceType: "Desktop",
	country: "NL",
	region: "NL-NH",
	city: "Amsterdam",
	...given,
});
