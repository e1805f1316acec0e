import type { Logger } from "@footfall/shared/logger";
import type { BatchHandler } from "../driver/queue.ts";

/** Which partitions this member of the group owns, and whether it has owned them without a break. */
export interface Ownership {
	/** The member asks to be part of the next generation: what it began under the last one is not committed. */
	joining(): void;
	/** The group has given it these partitions. */
	joined(memberId: string, partitions: readonly number[]): void;
	/** Nothing is owned any more: the group went on without this member. */
	lostAll(): void;
	lost(partition: number): void;
	/** Answers, from now on, whether the group is still in the generation of this call. */
	generation(): () => boolean;
	/** Resolves once the handler knows that the partition is its own. */
	ready(partition: number): Promise<void>;
	/** Resolves once every `revoked` has been answered. */
	settled(): Promise<void>;
}

export const createOwnership = (
	nameOf: (partition: number) => string,
	handler: Pick<BatchHandler, "assigned" | "revoked">,
	logger: Logger,
): Ownership => {
	let epoch = 0;
	let joins = 0;
	let member = "";
	/** Partitions that were announced to the handler. */
	const announced = new Set<number>();
	/** Partitions whose `revoked` is not answered yet. */
	const revoking = new Map<number, Promise<void>>();

	const revoke = async (partition: number, before: Promise<void> | undefined) => {
		await before;
		const name = nameOf(partition);
		try {
			await handler.revoked(name);
		} catch (error) {
			logger.error({ partition: name, error }, "A lost partition could not be let go of in order");
		}
	};

	const lost = (partition: number) => {
		if (!announced.delete(partition)) return;
		const revoked = revoke(partition, revoking.get(partition));
		revoking.set(partition, revoked);
		void revoked.then(() => {
			if (revoking.get(partition) === revoked) revoking.delete(partition);
		});
	};

	const lostAll = () => {
		for (const partition of [...announced]) lost(partition);
	};

	return {
		joining: () => {
			epoch++;
			joins++;
		},
		joined: (memberId, partitions) => {
			// A second attempt or a new name means that there may have been a generation without this member, in
			// which another one owned and advanced what it is now given back.
			const unbroken = memberId === member && joins <= 1;
			epoch++;
			joins = 0;
			member = memberId;
			for (const partition of [...announced])
				if (!unbroken || !partitions.includes(partition)) lost(partition);
		},
		lost,
		lostAll,
		generation: () => {
			const began = epoch;
			return () => epoch === began;
		},
		ready: async (partition) => {
			await revoking.get(partition);
			if (announced.has(partition)) return;
			await handler.assigned(nameOf(partition));
			announced.add(partition);
		},
		settled: async () => {
			await Promise.all(revoking.values());
		},
	};
};
