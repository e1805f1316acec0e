import type { DestinationTarget } from "@footfall/shared/destinations/destination";

/** Standard Webhooks: a prefix, and 24 to 64 bytes in base64. */
const SIGNING_SECRET = /^whsec_([A-Za-z0-9+/]{32,86}={0,2})$/;
const SIGNING_BYTES = { min: 24, max: 64 };

const signingFault = (secret: string): string => {
	const [, encoded = ""] = SIGNING_SECRET.exec(secret) ?? [];
	const { length } = Buffer.from(encoded, "base64");
	return length >= SIGNING_BYTES.min && length <= SIGNING_BYTES.max
		? ""
		: "secret must be whsec_ and the base64 of 24 to 64 bytes, such as that of: openssl rand -base64 32";
};

/** What is wrong with a secret for this target; "" if it fits. */
export const secretFault = (target: DestinationTarget, secret: string): string => {
	switch (target.kind) {
		case "folder":
			return secret === "" ? "" : "A folder needs no secret";
		case "s3":
			return secret === "" ? "secret must be the secret key of accessKeyId" : "";
		case "postgres":
			return "";
		case "http":
			return signingFault(secret);
		case "kafka":
			return (secret === "") === (target.user === undefined)
				? ""
				: "A Kafka destination has both user and secret, or neither";
	}
};

/** What a secret is for: where it goes, and as whom. */
const audienceOf = (target: DestinationTarget): readonly unknown[] => {
	switch (target.kind) {
		case "folder":
			return [];
		case "s3":
			return [target.endpoint, target.bucket, target.region, target.accessKeyId];
		case "postgres":
			return [target.host, target.port, target.database, target.user, target.tls];
		case "http":
			return [target.url];
		case "kafka":
			return [target.brokers, target.tls, target.user];
	}
};

/** Whether a secret that was given for one target may be used for another without being given again. */
export const isSameAudience = (one: DestinationTarget, other: DestinationTarget): boolean =>
	one.kind === other.kind && JSON.stringify(audienceOf(one)) === JSON.stringify(audienceOf(other));
