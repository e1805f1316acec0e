import { mkdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { acquireProcessLock, ProcessLockError } from "@footfall/shared/files/process-lock";
import { syncPath } from "@footfall/shared/files/sync-path";
import { unlessMissing } from "@footfall/shared/files/unless-missing";
import { jsonValue } from "@footfall/shared/json-value";
import { logName } from "./names.ts";

/** A log that no other process or queue appends to. */
export interface ClaimedLog {
	path: string;
	release(): void;
}

/** Identifies which processes this one can see; "" if the system does not say. */
const processNamespace = () => unlessMissing(() => readlinkSync("/proc/self/ns/pid")) ?? "";

/**
 * Whether a process of another container took the lock since the last boot. It is invisible from here, and looks dead
 * although it may be appending.
 */
const isOutOfSight = (lock: string, namespace: string): boolean => {
	const text = unlessMissing(() => readFileSync(lock, "utf8")) ?? "";
	const { started, purpose } = (jsonValue(text) ?? {}) as { started?: string; purpose?: string };
	const boot = unlessMissing(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")) ?? "-";
	return Boolean(started?.startsWith(boot.trim()) && !purpose?.includes(namespace));
};

/** Claims the first log that is free, so that there are never more logs than simultaneous writers. */
export const claimLog = async (directory: string): Promise<ClaimedLog> => {
	const namespace = processNamespace();
	for (let number = 0; ; number++) {
		const path = join(directory, logName(number));
		const lock = join(path, "writer.lock");
		mkdirSync(path, { recursive: true, mode: 0o700 });
		await syncPath(directory);
		if (isOutOfSight(lock, namespace)) continue;
		try {
			return { path, release: acquireProcessLock(lock, `the log in ${path} ${namespace}`.trim()) };
		} catch (error) {
			if (!(error instanceof ProcessLockError)) throw error;
		}
	}
};
