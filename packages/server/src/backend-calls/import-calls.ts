import type { ImportCall, ImportState } from "@footfall/api";

/** What the command asks whoever has the databases open: a running backend, or this process itself. */
export interface ImportCalls {
	/** @throws EnvironmentError for what cannot be done as it was asked */
	ask(call: ImportCall): Promise<ImportState>;
	close(): Promise<void>;
}
