import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import type { ReadyState } from "./ready-message.ts";

/** A part of the product that runs until closed. */
export interface RunningRole {
	state: ReadyState;
	/** Resolves once it is ready; absent if it already is. */
	ready?: Promise<void>;
	close(): Promise<void>;
}

/** @throws Error that says what to change when it cannot start */
export type ProcessRole = (configuration: Configuration, log: Logger) => Promise<RunningRole>;
