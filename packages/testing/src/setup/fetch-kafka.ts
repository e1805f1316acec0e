import { kafkaClassPath, missingKafka, startsOwnBrokers } from "../kafka/kafka-distribution.ts";

/** Test files that run side by side would fetch the broker each. */
export default () => {
	if (startsOwnBrokers && missingKafka() === undefined) kafkaClassPath();
};
