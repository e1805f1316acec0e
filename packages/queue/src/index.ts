export { isPositionText } from "./driver/position-text.ts";
export * from "./driver/queue.ts";
export type { QueueReader, ReaderOptions, ReadFrom, ReadItem } from "./driver/reader.ts";
export { copyQueue, sizeOfQueueCopy } from "./embedded/copy-queue.ts";
export * from "./embedded/embedded-queue.ts";
export { openEmbeddedReader } from "./embedded/embedded-reader.ts";
export * from "./kafka/address.ts";
export { type JsonSender, openJsonSender } from "./kafka/json-sender.ts";
export * from "./kafka/kafka-queue.ts";
