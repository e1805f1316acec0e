import { flag, unusableVariables } from "@footfall/shared/environment";
import type { BucketSettings } from "@footfall/store";
import { z } from "zod";
import { addressOfService, bucketName, objectPrefix, regionName } from "./replay-bucket.ts";

/** Variables of the object storage for backups; bucket and prefix come from the command line. */
export const backupEnvironment = {
	BACKUP_BUCKET_ENDPOINT: addressOfService("BACKUP_BUCKET").optional(),
	BACKUP_BUCKET_REGION: regionName.optional(),
	BACKUP_BUCKET_ACCESS_KEY: z.string().optional(),
	BACKUP_BUCKET_SECRET_KEY: z.string().optional(),
	BACKUP_BUCKET_PATH_STYLE: flag.optional(),
};

type Values = z.infer<z.ZodObject<typeof backupEnvironment>>;

const DEFAULT_REGION = "us-east-1";

/**
 * The bucket of an address like `s3://bucket/prefix`.
 * @throws EnvironmentError that names what is wrong or missing
 */
export const backupBucketOf = (address: string, values: Values): BucketSettings => {
	const [, bucket = "", path = ""] = /^s3:\/\/([^/]*)(?:\/(.*))?$/.exec(address) ?? [];
	if (!bucketName.safeParse(bucket).success || (path && !objectPrefix.safeParse(path).success))
		throw unusableVariables(
			`${address}: must be an address such as s3://bucket/prefix, with only letters, digits, dots, hyphens and underscores, and without keys or parameters`,
		);
	const { BACKUP_BUCKET_ACCESS_KEY: accessKey, BACKUP_BUCKET_SECRET_KEY: secretKey } = values;
	if (accessKey === undefined || secretKey === undefined)
		throw unusableVariables(
			...(["BACKUP_BUCKET_ACCESS_KEY", "BACKUP_BUCKET_SECRET_KEY"] as const)
				.filter((name) => values[name] === undefined)
				.map((name) => `${name}: is required for a backup in a bucket`),
		);
	const { BACKUP_BUCKET_REGION: region = DEFAULT_REGION } = values;
	return {
		bucket,
		region,
		accessKey,
		secretKey,
		endpoint: values.BACKUP_BUCKET_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
		prefix: path === "" || path.endsWith("/") ? path : `${path}/`,
		isPathStyle: values.BACKUP_BUCKET_PATH_STYLE ?? true,
	};
};
