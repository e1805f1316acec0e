export { type Salvage, salvageDamagedQueue } from "./embedded/salvage.ts";
export * from "./embedded.ts";
export * from "./kafka/address.ts";
export * from "./kafka.ts";
export * from "./queue.ts";
