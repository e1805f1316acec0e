import { randomUUID } from "node:crypto";
import type {
	DestinationProgress,
	DestinationRegistry,
} from "@footfall/shared/destinations/destination";
import { sql } from "kysely";
import { atomically } from "../database/atomically.ts";
import { type DestinationStorage, storedDestinations } from "./stored-destinations.ts";

const until = (ms: number) => sql<Date>`now() + ${`${ms} milliseconds`}::interval`;

/**
 * The destinations of an accounts database, for the process that runs them. Leases count by the clock of the database,
 * and belong to this registry: another one, also of this process, is another claimer.
 */
export const createDestinationRegistry = (storage: DestinationStorage): DestinationRegistry => {
	const { database } = storage;
	const holder = randomUUID();
	// Whoever claimed an expired lease is its holder: until then, nobody else can have delivered.
	const save = async (id: number, progress: DestinationProgress): Promise<boolean> => {
		const { numUpdatedRows } = await database
			.updateTable("destination_progress")
			.set({ progress: JSON.stringify(progress) })
			.where("destinationId", "=", id)
			.where("holder", "=", holder)
			.executeTakeFirst();
		return numUpdatedRows > 0n;
	};
	return {
		list: async () => (await storedDestinations(storage)).map(({ destination }) => destination),
		claim: async (id, leaseMs) => {
			const row = await database
				.updateTable("destination_progress")
				.set({ holder, leaseUntil: until(leaseMs) })
				.where("destinationId", "=", id)
				.where(({ eb }) =>
					eb("holder", "is", null)
						.or("holder", "=", holder)
						.or("leaseUntil", "<", sql<Date>`now()`),
				)
				.returning("progress")
				.executeTakeFirst();
			return row?.progress;
		},
		save,
		pause: ({ id, version }, progress) =>
			atomically(async () => {
				if (!(await save(id, progress))) return false;
				await database
					.updateTable("destination")
					.set({ isPaused: true })
					.where("id", "=", id)
					.where("version", "=", version)
					.execute();
				return true;
			}),
		release: async (id) => {
			await database
				.updateTable("destination_progress")
				.set({ holder: null, leaseUntil: null })
				.where("destinationId", "=", id)
				.where("holder", "=", holder)
				.execute();
		},
	};
};
