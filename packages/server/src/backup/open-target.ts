import { EnvironmentError } from "@footfall/shared/environment";
import { backupBucketOf } from "../configuration/backup-bucket.ts";
import type { Configuration } from "../configuration/configuration.ts";
import type { BackupTarget } from "./backup-target.ts";
import { createBucketTarget } from "./bucket-target.ts";
import { openFolder } from "./folder-target.ts";

/**
 * The folder or bucket of an address.
 * @throws EnvironmentError for an address that is neither
 */
export const openTarget = (
	address: string,
	configuration: Configuration,
	isToWrite: boolean,
): BackupTarget => {
	if (address.startsWith("s3://"))
		return createBucketTarget(backupBucketOf(address, configuration));
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address))
		throw new EnvironmentError(
			`${address}: must be a folder, or a bucket such as s3://bucket/prefix`,
		);
	return openFolder(address, isToWrite);
};
