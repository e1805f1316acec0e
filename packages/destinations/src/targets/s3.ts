import type { DestinationTarget } from "@footfall/shared/destinations/destination";
import { createFetch } from "@footfall/shared/destinations/send-request";
import { BucketError, openBucket } from "@footfall/store";
import type { FileStore } from "./hourly-files.ts";
import { TargetError } from "./target.ts";

type S3Target = Extract<DestinationTarget, { kind: "s3" }>;

/** Allows for a large file on a slow line. */
const REQUEST_MS = 60_000;

/** Files in a bucket. An object is written by one request, so that it is there whole or not at all. */
export const createS3Store = (
	{ bucket, region, endpoint, prefix, accessKeyId }: S3Target,
	{ secretKey, privateNetworks }: { secretKey: string; privateNetworks: boolean },
): FileStore => {
	const objects = openBucket(
		{
			...{ bucket, region, accessKey: accessKeyId, secretKey },
			endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
			prefix: prefix === "" ? "" : `${prefix}/`,
			isPathStyle: endpoint !== undefined,
		},
		{
			...{ timeoutMs: REQUEST_MS, contentType: "application/vnd.apache.parquet" },
			fetch: createFetch({ privateNetworks }),
		},
	);
	const explained = async (work: Promise<void>): Promise<void> => {
		try {
			await work;
		} catch (error) {
			if (!(error instanceof BucketError)) throw error;
			throw new TargetError(
				error.isRefused
					? `${error.message}. Check the bucket, the region and the rights of the access key`
					: error.message,
			);
		}
	};
	return {
		put: (name, bytes) => explained(objects.put(name, bytes)),
		remove: (name) => explained(objects.remove([name])),
		close: async () => {},
	};
};
