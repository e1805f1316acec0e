import type { DamageWatch, EventStore } from "@footfall/store";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import type { Check } from "../health/health-paths.ts";
import { openEventStore } from "../storage/event-store.ts";

/** The event store of a role, whose health can be checked before it is open. */
export const openingStore = (configuration: Configuration, log: Logger) => {
	let opened: EventStore | undefined;
	let damage: DamageWatch | undefined;
	const check: Check = async () => {
		if (opened === undefined) throw new Error("not open yet");
		await opened.query("SELECT 1 AS answer");
		const health = damage?.health();
		if (health?.ok === false) throw new Error(`${health.reason} ${health.advice}`);
	};
	return {
		check,
		open: async (): Promise<EventStore> => {
			opened = await openEventStore(configuration, log);
			return opened;
		},
		/** From then on a damaged store is not ready. Not for a server: none of the processes that share it would be ready. */
		watched: (watch: DamageWatch): void => {
			damage = watch;
		},
	};
};
