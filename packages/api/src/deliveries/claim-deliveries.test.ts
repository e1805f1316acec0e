import { describe, expect, it } from "vitest";
import { type InFlight, withRoom } from "./claim-deliveries.ts";

const many = (count: number, one: Partial<InFlight> = {}): InFlight[] =>
	Array.from({ length: count }, (_one, number) => ({
		...{ recipient: `channel:${number}`, organizationId: `o${number}`, isMail: false },
		...one,
	}));

describe("deliveries that are tried at a time", () => {
	it("are at most 32", () => {
		expect(withRoom(many(50), [])).toHaveLength(32);
		expect(withRoom(many(50), many(30))).toHaveLength(2);
	});

	it("are at most eight of an organization, so that one with slow channels does not delay others", () => {
		const slow = many(50, { organizationId: "slow" });
		expect(withRoom([...slow, ...many(3)], [])).toHaveLength(11);
		expect(withRoom([...slow, ...many(3)], many(8, { organizationId: "slow" }))).toHaveLength(3);
	});

	it("are mails for half of them, so that a mail server which is down does not delay channels", () =>
		expect(withRoom([...many(50, { isMail: true }), ...many(10)], [])).toHaveLength(26));
});
