import { createGate, type Gate } from "@footfall/shared/waiting/gate";
import type { EventStore } from "./client.ts";

/** A store whose writes can be paused; queries continue meanwhile. */
export type GatedStore = EventStore & {
	/**
	 * Runs a task while nothing is written.
	 * @throws GateBusyError when statements that write do not end within `maxWaitMs`
	 */
	holdWrites: Gate["hold"];
};

/** Passes every insert and command of a store through a gate. */
export const withWriteGate = (store: EventStore): GatedStore => {
	const gate = createGate();
	return {
		...store,
		insert: (...parameters) => gate.pass(() => store.insert(...parameters)),
		command: (...parameters) => gate.pass(() => store.command(...parameters)),
		holdWrites: gate.hold,
	};
};
