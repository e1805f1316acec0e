import type { Destination } from "@footfall/shared/destinations/destination";
import { columnsOf } from "./rows/columns.ts";
import { createFolderStore } from "./targets/folder.ts";
import { createHourlyFiles } from "./targets/hourly-files.ts";
import { createHttpTarget } from "./targets/http.ts";
import { openKafkaTarget, type QueueTopics } from "./targets/kafka.ts";
import { openPostgresTarget } from "./targets/postgres.ts";
import { createS3Store } from "./targets/s3.ts";
import type { Target } from "./targets/target.ts";

export interface TargetOptions {
	/** Whether servers may have addresses of private networks. */
	privateNetworks: boolean;
	/** Whose topics no destination may have. */
	queue?: QueueTopics | undefined;
	/** How long files wait for more events of their hours. */
	gatherFilesMs: number;
}

/** Opens the target of a destination; connections are made when they are needed. */
export const openTarget = (
	{ target, secret, columns: names }: Destination,
	{ privateNetworks, queue, gatherFilesMs: gatherMs }: TargetOptions,
): Target => {
	const columns = columnsOf(names);
	switch (target.kind) {
		case "folder":
			return createHourlyFiles({ files: createFolderStore(target.path), columns, gatherMs });
		case "s3":
			return createHourlyFiles({
				files: createS3Store(target, { secretKey: secret, privateNetworks }),
				...{ columns, gatherMs },
			});
		case "postgres":
			return openPostgresTarget(target, { password: secret, columns, privateNetworks });
		case "http":
			return createHttpTarget(target.url, { secret, privateNetworks });
		case "kafka":
			return openKafkaTarget(target, { password: secret, privateNetworks, queue });
	}
};
