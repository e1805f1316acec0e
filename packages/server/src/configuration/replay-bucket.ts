import { flag, unusableVariables } from "@footfall/shared/environment";
import type { BucketSettings } from "@footfall/store";
import { z } from "zod";

const isAddressAlone = (text: string): boolean => {
	// Text that is not a URL has been rejected already.
	if (!URL.canParse(text)) return true;
	const { username, password, search, hash } = new URL(text);
	return [username, password, search, hash].every((part) => part === "");
};

/** Address of a service; the message names the variables of its keys by their prefix. */
export const addressOfService = (prefix: string) =>
	z
		.url({
			protocol: /^https?$/,
			error: "must be an address like https://s3.eu-central-1.amazonaws.com",
		})
		.refine(
			isAddressAlone,
			`must not contain keys: put them into ${prefix}_ACCESS_KEY and ${prefix}_SECRET_KEY`,
		);

export const bucketName = z
	.string()
	.regex(
		/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
		"must be a bucket name: 3 to 63 lower-case letters, digits, dots and hyphens",
	);

export const regionName = z.string().regex(/^[a-z0-9-]+$/, "must be a region like eu-central-1");

export const objectPrefix = z
	.string()
	.regex(
		/^[A-Za-z0-9_.-]+(\/[A-Za-z0-9_.-]+)*\/?$/,
		"must be names of letters, digits, dots, hyphens and underscores, separated by slashes",
	);

/** Variables that name the bucket of recordings; without the first, recordings are stored in the event store. */
export const bucketEnvironment = {
	REPLAY_BUCKET: bucketName.optional(),
	REPLAY_BUCKET_ENDPOINT: addressOfService("REPLAY_BUCKET").optional(),
	REPLAY_BUCKET_REGION: regionName.optional(),
	/** Prefix of all object names. */
	REPLAY_BUCKET_PREFIX: objectPrefix.optional(),
	REPLAY_BUCKET_ACCESS_KEY: z.string().optional(),
	REPLAY_BUCKET_SECRET_KEY: z.string().optional(),
	REPLAY_BUCKET_PATH_STYLE: flag.optional(),
};

type Values = z.infer<z.ZodObject<typeof bucketEnvironment>>;

const names = Object.keys(bucketEnvironment) as (keyof Values)[];
const DEFAULT_REGION = "us-east-1";

/**
 * The bucket for recordings, if configured.
 * @throws EnvironmentError that names what is missing, and no value
 */
export const replayBucketOf = (values: Values): BucketSettings | undefined => {
	const { REPLAY_BUCKET: bucket, REPLAY_BUCKET_REGION: region = DEFAULT_REGION } = values;
	const { REPLAY_BUCKET_ACCESS_KEY: accessKey, REPLAY_BUCKET_SECRET_KEY: secretKey } = values;
	if (bucket === undefined) {
		const set = names.find((name) => values[name] !== undefined);
		if (set === undefined) return undefined;
		throw unusableVariables(
			`REPLAY_BUCKET: is required when ${set} is set; it is the name of the bucket`,
		);
	}
	if (accessKey === undefined || secretKey === undefined)
		throw unusableVariables(
			...(["REPLAY_BUCKET_ACCESS_KEY", "REPLAY_BUCKET_SECRET_KEY"] as const)
				.filter((name) => values[name] === undefined)
				.map((name) => `${name}: is required when REPLAY_BUCKET is set`),
		);
	const { REPLAY_BUCKET_PREFIX: prefix = "" } = values;
	return {
		bucket,
		region,
		accessKey,
		secretKey,
		endpoint: values.REPLAY_BUCKET_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
		prefix: prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`,
		isPathStyle: values.REPLAY_BUCKET_PATH_STYLE ?? true,
	};
};
