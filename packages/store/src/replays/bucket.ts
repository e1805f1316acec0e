import { withoutTrailing } from "@footfall/shared/text/without-trailing";
import type { S3mini } from "s3mini";

/** Where an S3-compatible service keeps objects, and who may store them. */
export interface BucketSettings {
	/** `http(s)://host[:port]` of the service, without the bucket. */
	endpoint: string;
	bucket: string;
	region: string;
	/** Prefix of every object's name; "" or ending with "/". */
	prefix: string;
	accessKey: string;
	secretKey: string;
	/** Whether the bucket is the first part of the path; otherwise it is part of the host name. */
	isPathStyle: boolean;
}

/** Objects by name. Every call fails with a BucketError when the service does not respond or refuses. */
export interface ObjectBucket {
	put(name: string, bytes: Uint8Array): Promise<void>;
	/** The object's bytes; `undefined` for an unknown name. */
	get(name: string): Promise<Uint8Array | undefined>;
	/** Missing objects count as removed. */
	remove(names: readonly string[]): Promise<void>;
	/** Every object, by its name without the prefix. */
	list(): Promise<Map<string, { bytes: number; writtenAt: number }>>;
}

/** The bucket does not respond, or refuses; the message contains no credential and no object. */
export class BucketError extends Error {
	override name = "BucketError";
	/** Whether the service responded that the operation is not allowed: retrying does not help. */
	isRefused: boolean;
	constructor(message: string, isRefused = false) {
		super(message);
		this.isRefused = isRefused;
	}
}

/** An object is at most one chunk of a recording: a service that takes longer for it counts as unavailable. */
const TIMEOUT_MS = 5000;
/** S3's limit for one request. */
const MOST_REMOVED_AT_ONCE = 1000;
/** Responses of services that can only remove objects one by one. */
const UNKNOWN_REQUEST = [400, 404, 405, 501];

const addressOf = ({ endpoint, bucket, isPathStyle }: BucketSettings): string => {
	const address = new URL(endpoint);
	if (isPathStyle) address.pathname = `${withoutTrailing(address.pathname, "/")}/${bucket}`;
	else address.hostname = `${bucket}.${address.hostname}`;
	return address.href;
};

const statusOf = (error: unknown) => (error as { status?: unknown }).status;
const REFUSALS: readonly unknown[] = [400, 401, 403, 404, 405];

interface Failure {
	message?: string;
	code?: string;
	cause?: Failure;
	serviceCode?: string;
}

/** The cause behind a nested error: "fetch failed" says less than the system's error code. */
const rootOf = (failure: Failure): Failure => (failure.cause ? rootOf(failure.cause) : failure);

const reasonOf = (error: unknown): string => {
	const { message = "", serviceCode } = error as Failure;
	const status = statusOf(error);
	if (status !== undefined)
		return serviceCode === undefined || serviceCode === "Unknown"
			? `it responds with ${status}`
			: `it responds with ${status} ${serviceCode}`;
	const root = rootOf(error as Failure);
	return root.code ?? root.message ?? message;
};

/**
 * A bucket of any service that speaks S3; its client is loaded by the first call.
 * @param options.timeoutMs of a request; 5 s by default
 * @param options.contentType of the objects; gzip by default
 * @param options.fetch sends its requests; the platform's by default
 */
export const openBucket = (
	settings: BucketSettings,
	{ timeoutMs = TIMEOUT_MS, contentType = "application/gzip", fetch = globalThis.fetch } = {},
): ObjectBucket => {
	let opening: Promise<S3mini> | undefined;
	let removesOneByOne = false;
	const nameOf = (name: string) => `${settings.prefix}${name}`;

	const client = () => {
		opening ??= import("s3mini").then(
			({ S3mini }) =>
				new S3mini({
					endpoint: addressOf(settings),
					region: settings.region,
					accessKeyId: settings.accessKey,
					secretAccessKey: settings.secretKey,
					requestAbortTimeout: timeoutMs,
					fetch,
				}),
		);
		return opening;
	};

	const asking = async <Answer>(work: (s3: S3mini) => Promise<Answer>): Promise<Answer> => {
		try {
			return await work(await client());
		} catch (error) {
			throw new BucketError(
				`The bucket ${settings.bucket} is unavailable: ${reasonOf(error)}`,
				REFUSALS.includes(statusOf(error)),
			);
		}
	};

	const removeEach = async (s3: S3mini, names: readonly string[]) => {
		for (const name of names) await s3.deleteObject(name);
	};

	const removeSome = async (s3: S3mini, names: string[]) => {
		if (removesOneByOne) return removeEach(s3, names);
		let removed: boolean[];
		try {
			removed = (await s3.deleteObjects(names)) as boolean[];
		} catch (error) {
			if (!UNKNOWN_REQUEST.includes(Number(statusOf(error)))) throw error;
			await removeEach(s3, names);
			removesOneByOne = true;
			return;
		}
		// Some services omit missing objects from their response.
		await removeEach(
			s3,
			names.filter((_name, index) => !removed[index]),
		);
	};

	return {
		put: (name, bytes) =>
			asking(async (s3) => {
				// A separate copy: a pooled buffer is part of a larger one.
				const answer = await s3.putObject(nameOf(name), Buffer.from(bytes), contentType);
				await answer.arrayBuffer();
			}),
		get: (name) =>
			asking(async (s3) => {
				const bytes = await s3.getObjectArrayBuffer(nameOf(name));
				return bytes === null ? undefined : new Uint8Array(bytes);
			}),
		list: () =>
			asking(async (s3) => {
				const objects = await s3.listObjects("/", settings.prefix);
				if (objects === null) throw new Error("the bucket does not exist");
				return new Map(
					objects.map(({ Key, Size, LastModified }) => [
						Key.slice(settings.prefix.length),
						{ bytes: Number(Size), writtenAt: new Date(LastModified).getTime() },
					]),
				);
			}),
		remove: async (names) => {
			for (let from = 0; from < names.length; from += MOST_REMOVED_AT_ONCE)
				await asking((s3) =>
					removeSome(s3, names.slice(from, from + MOST_REMOVED_AT_ONCE).map(nameOf)),
				);
		},
	};
};
