import { describe, expect, it } from "vitest";
import { configurationFrom } from "./configuration.ts";

const SECRET = "a secret that nobody may read";
const GIVEN = {
	REPLAY_BUCKET: "recordings",
	REPLAY_BUCKET_ACCESS_KEY: "an access key",
	REPLAY_BUCKET_SECRET_KEY: SECRET,
};

const refusalOf = (variables: NodeJS.ProcessEnv): string => {
	try {
		configurationFrom({ ...GIVEN, ...variables });
	} catch (error) {
		return (error as Error).message;
	}
	return "";
};

describe("the bucket of recordings", () => {
	it("is not used unless configured", () =>
		expect(configurationFrom({}).replayBucket).toBeUndefined());

	it("is at Amazon by default", () =>
		expect(configurationFrom(GIVEN).replayBucket).toEqual({
			bucket: "recordings",
			region: "us-east-1",
			endpoint: "https://s3.us-east-1.amazonaws.com",
			prefix: "",
			accessKey: "an access key",
			secretKey: SECRET,
			isPathStyle: true,
		}));

	it("can be at any configured endpoint", () =>
		expect(
			configurationFrom({
				...GIVEN,
				REPLAY_BUCKET_ENDPOINT: "https://objects.example.com:9000",
				REPLAY_BUCKET_REGION: "eu-central-1",
				REPLAY_BUCKET_PREFIX: "footfall/replays",
				REPLAY_BUCKET_PATH_STYLE: "no",
			}).replayBucket,
		).toMatchObject({
			endpoint: "https://objects.example.com:9000",
			region: "eu-central-1",
			prefix: "footfall/replays/",
			isPathStyle: false,
		}));

	it.each([
		["REPLAY_BUCKET", "No Such Bucket", "must be a bucket name"],
		["REPLAY_BUCKET_ENDPOINT", "objects.example.com", "must be an address like https://s3."],
		[
			"REPLAY_BUCKET_ENDPOINT",
			`https://me:${encodeURIComponent(SECRET)}@example.com`,
			"must not contain keys",
		],
		["REPLAY_BUCKET_REGION", "eu central", "must be a region like eu-central-1"],
		["REPLAY_BUCKET_PREFIX", "/rooted", "must be names of letters"],
		["REPLAY_BUCKET_PATH_STYLE", "maybe", "must be true or false"],
		["REPLAY_BUCKET_ACCESS_KEY", "", "is required when REPLAY_BUCKET is set"],
		["REPLAY_BUCKET_SECRET_KEY", "", "is required when REPLAY_BUCKET is set"],
	])("refuses %s=%s and says that it %s", (name, value, reason) => {
		const message = refusalOf({ [name]: value });
		expect(message).toContain(`  ${name}: `);
		expect(message).toContain(reason);
		expect(message).not.toMatch(/nobody|an access key/);
	});

	it("rejects variables for a bucket that is not configured", () =>
		expect(refusalOf({ REPLAY_BUCKET: "" })).toContain(
			"  REPLAY_BUCKET: is required when REPLAY_BUCKET_ACCESS_KEY is set",
		));
});
