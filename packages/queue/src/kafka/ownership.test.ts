import { silentLogger } from "@footfall/shared/logger";
import { describe, expect, it } from "vitest";
import { createOwnership } from "./ownership.ts";

/** An ownership with a handler that records its calls. */
const observed = () => {
	const told: string[] = [];
	const ownership = createOwnership(
		(partition) => `p${partition}`,
		{
			assigned: async (partition) => void told.push(`assigned ${partition}`),
			revoked: async (partition) => void told.push(`revoked ${partition}`),
		},
		silentLogger,
	);
	return { ownership, told };
};

describe("the partitions of a group member", () => {
	it("are announced once each, before their first batch", async () => {
		const { ownership, told } = observed();
		ownership.joining();
		ownership.joined("me", [0, 1]);
		await ownership.ready(0);
		await ownership.ready(0);
		expect(told).toEqual(["assigned p0"]);
	});

	it("stay announced through a rebalance that does not move them", async () => {
		const { ownership, told } = observed();
		ownership.joined("me", [0, 1]);
		await ownership.ready(0);
		await ownership.ready(1);
		ownership.joining();
		ownership.joined("me", [0]);
		await ownership.ready(0);
		await ownership.settled();
		expect(told).toEqual(["assigned p0", "assigned p1", "revoked p1"]);
	});

	it.each([
		["under a new name", "me again", 1],
		["at the second attempt", "me", 2],
	])(
		"are announced again after they came back %s, because another member may have had them",
		async (_case, name, joins) => {
			const { ownership, told } = observed();
			ownership.joined("me", [0]);
			await ownership.ready(0);
			for (let join = 0; join < joins; join++) ownership.joining();
			ownership.joined(name, [0]);
			await ownership.ready(0);
			expect(told).toEqual(["assigned p0", "revoked p0", "assigned p0"]);
		},
	);

	it("are not revoked if they were never announced", async () => {
		const { ownership, told } = observed();
		ownership.joined("me", [0, 1]);
		ownership.lostAll();
		await ownership.settled();
		expect(told).toEqual([]);
	});

	it("are announced again only after their revocation has finished", async () => {
		const told: string[] = [];
		let answer: () => void = () => undefined;
		const answered = new Promise<void>((resolve) => {
			answer = resolve;
		});
		const ownership = createOwnership(
			String,
			{
				assigned: async () => void told.push("assigned"),
				revoked: async () => {
					await answered;
					told.push("revoked");
				},
			},
			silentLogger,
		);
		ownership.joined("me", [0]);
		await ownership.ready(0);
		ownership.lost(0);
		const ready = ownership.ready(0);
		answer();
		await ready;
		expect(told).toEqual(["assigned", "revoked", "assigned"]);
	});

	it("belong to one generation from the attempt to join to the next", () => {
		const { ownership } = observed();
		ownership.joined("me", [0]);
		const isCurrent = ownership.generation();
		expect(isCurrent()).toBe(true);
		ownership.joining();
		expect(isCurrent()).toBe(false);
		const whileJoining = ownership.generation();
		ownership.joined("me", [0]);
		expect(whileJoining()).toBe(false);
	});
});
