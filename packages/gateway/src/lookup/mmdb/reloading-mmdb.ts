import { statSync } from "node:fs";
import type { Logger } from "@footfall/shared/logger";
import { type Mmdb, openMmdb } from "./mmdb.ts";

/** How often a database's file is looked at. A change is taken when it has stood still this long. */
const CHECK_EVERY_MS = 5_000;

/** A database that follows its file. */
export interface ReloadingMmdb {
	path: string;
	/** The one in use; ask for it each time. */
	current(): Mmdb;
	close(): void;
}

const signatureOf = (path: string): string => {
	const { ino, size, mtimeMs } = statSync(path);
	return `${ino}/${size}/${mtimeMs}`;
};

/**
 * Opens a database again when its file is replaced. The new one is opened before the old one is let go, between two
 * look-ups; one that cannot be opened is reported, and the old one stays. Files are best replaced by renaming: one
 * that is overwritten in place is read half old, half new until then.
 * @throws when the file is missing or no MaxMind DB
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
		log.info({ path, builtAt: next.builtAt }, "geo database replaced");
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
			log.error({ path, error: message }, "geo database not replaced, the last one stays in use");
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
