export * from "./driver/queue.ts";
export { copyQueue, sizeOfQueueCopy } from "./embedded/copy-queue.ts";
export * from "./embedded/embedded-queue.ts";
export * from "./kafka/address.ts";
export * from "./kafka/kafka-queue.ts";
