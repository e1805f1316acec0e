export * from "./embedded.ts";
export * from "./queue.ts";
export * from "./kafka/address.ts";
export * from "./kafka.ts";
