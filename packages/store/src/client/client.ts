import { type EmbeddedStoreOptions, openEmbedded } from "./embedded-store.ts";
import type { EventStore } from "./event-store.ts";
import { openRemote, type RemoteStoreOptions } from "./remote-store.ts";
import { withStoredChanges } from "./stored-changes.ts";

export type { EmbeddedStoreOptions } from "./embedded-store.ts";
export type { EventStore, Statements, StoredChanges, WritableStore } from "./event-store.ts";
export type { RemoteStoreOptions } from "./remote-store.ts";

/**
 * Opens the event store: chDB in this process for a directory, a ClickHouse server for a URL.
 * @throws ProcessLockError when another process has the directory.
 */
export const openStore = (options: EmbeddedStoreOptions | RemoteStoreOptions): EventStore =>
	"directory" in options
		? withStoredChanges(openEmbedded(options), true)
		: withStoredChanges(openRemote(options), false);
