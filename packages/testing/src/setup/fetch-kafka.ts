import { kafkaClassPath, missingKafka, startsOwnBrokers } from "../kafka/kafka-distribution.ts";

/** Fetched once, because parallel test files would each fetch the broker. */
export default () => {
	if (startsOwnBrokers && missingKafka() === undefined) kafkaClassPath();
};
