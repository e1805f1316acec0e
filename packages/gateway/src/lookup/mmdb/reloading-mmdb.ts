import { statSync } from "node:fs";
import type { Logger } from "@footfall/shared/logger";
import { type Mmdb, openMmdb } from "./mmdb.ts";

/** How often a database's file is checked. A change is loaded once the file has been stable for this long. */
const CHECK_EVERY_MS = 5_000;

/** A database that reloads when its file changes. */
export interface ReloadingMmdb {
	path: string;
	/** The current database; call it for each look-up. */
	current(): Mmdb;
	close(): void;
}

const signatureOf = (path: string): string => {
	const { ino, size, mtimeMs } = statSync(path);
	return `${ino}/${size}/${mtimeMs}`;
};

/**
 * Reopens a database when its file is replaced. The new one is opened before the old one is closed, between two
 * look-ups; one that cannot be opened is reported, and the old one stays in use. Files are best replaced by renaming:
 * one that is overwritten in place is read half old, half new until the write is complete.
 * @throws when the file is missing or not a MaxMind DB
 */
export const openReloadingMmdb = (
	path: string,
	{ replaced, log }: { replaced(): void; log: Logger },
): ReloadingMmdb => {
	let current = openMmdb(path);
	let taken = signatureOf(path);
	let candidate = taken;

	const look = () => {
		const seen = signatureOf(path);
		const stoodStill = seen === candidate;
		candidate = seen;
		if (seen === taken || !stoodStill) return;
		taken = seen;
		const next = openMmdb(path);
		current.close();
		current = next;
		replaced();
		log.info({ path, builtAt: next.builtAt }, "The geo database was replaced");
	};

	let problem = "";
	const timer = setInterval(() => {
		try {
			look();
			problem = "";
		} catch (error) {
			const { message } = error as Error;
			if (message === problem) return;
			problem = message;
			log.error(
				{ path, error: message },
				"The geo database could not be replaced; the current one stays in use",
			);
		}
	}, CHECK_EVERY_MS);
	timer.unref();

	return {
		path,
		current: () => current,
		close: () => {
			clearInterval(timer);
			current.close();
		},
	};
};
