import { describe, expect, it } from "vitest";
import { words as german } from "../../../i18n/de/mails.ts";
import { words as english } from "../../../i18n/en/mails.ts";
import { PARTS, toggledParts } from "./mail-draft.ts";
import { lastDeliveryOf, scheduleText } from "./mail-text.ts";

const schedule: Parameters<typeof scheduleText>[0] = {
	...{ every: "week", weekday: 5, monthday: 1, hour: 8, timeZone: "Europe/Berlin" },
};

describe("a schedule in words", () => {
	it.each([
		[{}, "Every Friday at 08:00 (Europe/Berlin)"],
		[{ every: "day" as const, hour: 17 }, "Every day at 17:00 (Europe/Berlin)"],
		[{ every: "month" as const }, "On day 1 of each month at 08:00 (Europe/Berlin)"],
		[
			{ every: "month" as const, monthday: 31 },
			"On the last day of each month at 08:00 (Europe/Berlin)",
		],
	])("%j reads as %s", (part, text) =>
		expect(scheduleText({ ...schedule, ...part }, english, "en-GB")).toBe(text),
	);

	it("is German for German readers", () =>
		expect(scheduleText(schedule, german, "de")).toBe(
			"Jede Woche, Freitag um 08:00 (Europe/Berlin)",
		));
});

describe("the last mail of a report", () => {
	const recipient = (status: "sent" | "failed", at: string) =>
		({ lastDelivery: { deliveryId: 1, status, at, answer: null } }) as Parameters<
			typeof lastDeliveryOf
		>[0]["recipients"][number];

	it("is the newest one, unless another failed", () => {
		const [old, recent] = ["2026-11-01T07:00:00Z", "2026-11-08T07:00:00Z"];
		const both = [recipient("sent", old), recipient("sent", recent)];
		expect(lastDeliveryOf({ recipients: both })?.at).toBe(recent);
		const failed = [recipient("failed", old), recipient("sent", recent)];
		expect(lastDeliveryOf({ recipients: failed })?.at).toBe(old);
		expect(lastDeliveryOf({ recipients: [] })).toBeUndefined();
	});
});

it("keeps the parts of a mail in its order", () => {
	expect(toggledParts(["chart", "goals"], "pages")).toEqual(["chart", "pages", "goals"]);
	expect(toggledParts([...PARTS], "chart")).toEqual(PARTS.slice(1));
});
