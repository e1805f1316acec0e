export * from "./driver/queue.ts";
export * from "./embedded/embedded-queue.ts";
export { type Salvage, salvageDamagedQueue } from "./embedded/salvage.ts";
export * from "./kafka/address.ts";
export * from "./kafka/kafka-queue.ts";
