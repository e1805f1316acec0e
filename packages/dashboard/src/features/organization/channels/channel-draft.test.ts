import { describe, expect, it } from "vitest";
import type { Channel } from "./channel-api.ts";
import { draftOf, isTargetKept, missingFields, NEW_DRAFT, targetOf } from "./channel-draft.ts";

const channel = (target: Channel["target"]): Channel => ({
	...{ channelId: 1, organizationId: "o", name: "Chat", kind: target.kind, target },
	...{ isOn: true, offReason: null, createdAt: "", updatedAt: "" },
});

describe("the form of a channel", () => {
	it("asks for what its kind needs", () => {
		expect(missingFields(NEW_DRAFT)).toEqual(["address"]);
		expect(missingFields({ ...NEW_DRAFT, kind: "telegram" })).toEqual(["token", "chatId"]);
		expect(missingFields({ ...NEW_DRAFT, kind: "ntfy" })).toEqual(["topic"]);
	});

	it("leaves an empty token of ntfy out", () =>
		expect(
			targetOf({ name: "", kind: "ntfy", fields: { server: " https://ntfy.sh ", topic: "a" } }),
		).toEqual({ kind: "ntfy", server: "https://ntfy.sh", topic: "a" }));

	it.each([
		[{ kind: "mail", address: "a@example.com" }, { address: "b@example.com" }],
		[{ kind: "slack", url: "https://hooks.example.com/…abcd" }, { url: "https://x.example.com" }],
		[{ kind: "telegram", chatId: "1" }, { chatId: "2" }],
	] as const)("keeps the target of %j until a field changes", (target, fields) => {
		const one = channel(target);
		expect(isTargetKept(draftOf(one), one)).toBe(true);
		expect(isTargetKept({ ...draftOf(one), fields }, one)).toBe(false);
	});
});
