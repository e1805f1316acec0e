import { existsSync } from "node:fs";
import { openDatabase } from "@footfall/api";
import { withWriteGate } from "@footfall/store";
import type { Logger } from "pino";
import { freezeProduct, removeFrozenProducts } from "../backup/freeze-product.ts";
import type { HeldProduct } from "../backup/frozen-product.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { openEventStore } from "../storage/event-store.ts";

/** The embedded engines here that have been started before. */
const isHere = (location: Configuration["accounts"]): boolean =>
	"directory" in location && existsSync(location.directory);

/** Opens a stopped product's data on this machine and freezes it; the locks are held until the release. */
export const freezeLocally = async (
	configuration: Configuration,
	log: Logger,
): Promise<HeldProduct> => {
	const { accounts, events } = configuration;
	const opened = isHere(accounts)
		? await openDatabase(accounts, (err) => log.warn({ err }, "A database connection was lost"))
		: undefined;
	try {
		const store = isHere(events)
			? withWriteGate(await openEventStore(configuration, log))
			: undefined;
		try {
			removeFrozenProducts(configuration);
			const held = await freezeProduct({
				configuration,
				store,
				database: opened?.database,
				holdLoader: (task) => task(),
			});
			return {
				product: held.product,
				release: async () => {
					await held.release();
					await store?.close();
					await opened?.close();
				},
			};
		} catch (error) {
			await store?.close();
			throw error;
		}
	} catch (error) {
		await opened?.close();
		throw error;
	}
};
