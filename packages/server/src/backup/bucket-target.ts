import { EnvironmentError } from "@footfall/shared/environment";
import { retry } from "@footfall/shared/waiting/retry";
import { BucketError, type BucketSettings, openBucket } from "@footfall/store";
import type { BackupTarget } from "./backup-target.ts";

/** Allows for a piece on a slow line. */
const REQUEST_MS = 120_000;
const ATTEMPTS = 4;
const PAUSE_MS = 500;

/** Backups in a bucket. Its calls throw an EnvironmentError when the service does not answer or refuses. */
export const createBucketTarget = (settings: BucketSettings): BackupTarget => {
	const bucket = openBucket(settings, {
		timeoutMs: REQUEST_MS,
		contentType: "application/octet-stream",
	});
	const asking = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
		try {
			return await retry(work, {
				pauseMs: PAUSE_MS,
				longestPauseMs: 8 * PAUSE_MS,
				shouldRetry: (error, failures) =>
					failures < ATTEMPTS && !(error instanceof BucketError && error.isRefused),
			});
		} catch (error) {
			if (!(error instanceof BucketError)) throw error;
			throw new EnvironmentError(
				`${error.message}. Check the address, and BACKUP_BUCKET_ENDPOINT, BACKUP_BUCKET_REGION, BACKUP_BUCKET_ACCESS_KEY and BACKUP_BUCKET_SECRET_KEY.`,
			);
		}
	};
	return {
		name: `s3://${settings.bucket}/${settings.prefix}`,
		list: () => asking(bucket.list),
		read: (name) => asking(() => bucket.get(name)),
		write: (name, bytes) => asking(() => bucket.put(name, bytes)),
		flush: async () => {},
		remove: (names) => asking(() => bucket.remove(names)),
		free: () => undefined,
	};
};
