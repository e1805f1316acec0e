export * from "./embedded.ts";
export * from "./queue.ts";
