import type { Logger } from "@footfall/shared/logger";
import type { BatchHandler } from "../driver/queue.ts";

/** The partitions that this member of the group owns, and whether it has owned them without interruption. */
export interface Ownership {
	/** The member joins the next generation; batches of the last one must not be committed. */
	joining(): void;
	/** The group has assigned these partitions. */
	joined(memberId: string, partitions: readonly number[]): void;
	/** All partitions are lost, because the group has rebalanced without this member. */
	lostAll(): void;
	lost(partition: number): void;
	/** Returns a function that says whether the group is still in the generation of this call. */
	generation(): () => boolean;
	/** Resolves once the handler has been told that it owns the partition. */
	ready(partition: number): Promise<void>;
	/** Resolves once every call of `revoked` has finished. */
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
	/** Partitions announced to the handler. */
	const announced = new Set<number>();
	/** Partitions whose `revoked` has not finished yet. */
	const revoking = new Map<number, Promise<void>>();

	const revoke = async (partition: number, before: Promise<void> | undefined) => {
		await before;
		const name = nameOf(partition);
		try {
			await handler.revoked(name);
		} catch (error) {
			logger.error({ partition: name, error }, "A lost partition could not be released cleanly");
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
			// After a second attempt or under a new name, there may have been a generation without this member, in which
			// another one owned and advanced its partitions.
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
