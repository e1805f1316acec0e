import { describe, expect, it } from "vitest";
import { KafkaAddressError, readKafkaAddress } from "./address.ts";

describe("the address of a Kafka queue", () => {
	it.each([
		["kafka://one:9092/events", { brokers: ["one:9092"], topic: "events", ssl: false }],
		["kafka://one,two:19092/e", { brokers: ["one:9092", "two:19092"], topic: "e", ssl: false }],
		["kafka://one:9093/e?tls=true", { brokers: ["one:9093"], topic: "e", ssl: true }],
		[
			"kafka://one/e?group=g&dead-letters=d&client=c",
			{
				brokers: ["one:9092"],
				topic: "e",
				ssl: false,
				groupId: "g",
				deadLetterTopic: "d",
				clientId: "c",
			},
		],
	])("%s is parsed completely", (address, expected) =>
		expect(readKafkaAddress(address)).toEqual(expected),
	);

	it("may contain user name and password before the hosts, percent-encoded", () =>
		expect(readKafkaAddress("kafka://ann:p%40s:s@one/e?tls=true&sasl=plain", "ignored")).toEqual({
			brokers: ["one:9092"],
			topic: "e",
			ssl: true,
			sasl: { mechanism: "plain", username: "ann", password: "p@s:s" },
		}));

	it("may be combined with a separate password", () =>
		expect(
			readKafkaAddress("kafka://one/e?sasl=scram-sha-512&username=ann", "secret").sasl,
		).toEqual({
			mechanism: "scram-sha-512",
			username: "ann",
			password: "secret",
		}));

	it.each([
		["http://one/e", "it must begin with kafka:// and contain @ or # only before the hosts"],
		["kafka:///e", '"" is not a host with a port'],
		["kafka://one:x/e", '"one:x" is not a host with a port'],
		["kafka://one,/e", '"" is not a host with a port'],
		["kafka://[::1]:9092/e", "an IPv6 broker needs a host name"],
		["kafka://one:70000/e", "70000 is not a port from 1 to 65535"],
		[
			"kafka://one",
			"the topic after the hosts must be 1 to 249 letters, digits, dots, hyphens or underscores",
		],
		[
			"kafka://one/a/b",
			"the topic after the hosts must be 1 to 249 letters, digits, dots, hyphens or underscores",
		],
		["kafka://one/e?tls=1", "tls must be true or false"],
		[
			"kafka://one/e?ssl=true",
			'unknown parameter "ssl"; the parameters are tls, sasl, username, group, dead-letters, client',
		],
		["kafka://one/e?sasl=gssapi", "sasl must be one of plain, scram-sha-256, scram-sha-512"],
		["kafka://one/e?sasl=plain", "sasl needs a user name"],
		["kafka://ann@one/e?sasl=plain", "sasl needs a password, in QUEUE_PASSWORD or before the @"],
		["kafka://ann:x@one/e", "a user name needs sasl=scram-sha-512, scram-sha-256 or plain"],
		["kafka://ann:%@one/e", "a % in user name, password or topic must be written as %25"],
	])("%s is refused: %s", (address, reason) =>
		expect(() => readKafkaAddress(address)).toThrow(
			new KafkaAddressError(
				`The address of the queue is invalid: ${reason}. It must look like kafka://host:port,host:port/topic?tls=true&sasl=scram-sha-512&username=name (password in QUEUE_PASSWORD)`,
			),
		),
	);
});
