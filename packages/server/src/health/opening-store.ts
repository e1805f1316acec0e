import type { EventStore } from "@footfall/store";
import type { Configuration } from "../configuration.ts";
import { eventStore } from "../roles/event-store.ts";
import type { Check } from "./health-paths.ts";

/** The event store of a role, whose health can be asked after before it is open. */
export const openingStore = (configuration: Configuration) => {
	let opened: EventStore | undefined;
	const check: Check = async () => {
		if (opened === undefined) throw new Error("not open yet");
		await opened.query("SELECT 1 AS answer");
	};
	return {
		check,
		open: async (): Promise<EventStore> => {
			opened = await eventStore(configuration);
			return opened;
		},
	};
};
