export * from "./driver/queue.ts";
export * from "./embedded/embedded-queue.ts";
export * from "./kafka/address.ts";
export * from "./kafka/kafka-queue.ts";
