export type { FirstStart, Owner } from "./bootstrap.ts";
export { type ApiEnvironment, apiEnvironment } from "./config.ts";
export type { DatabaseLocation } from "./database/open.ts";
export { type ApiOptions, type RunningApi, startApi } from "./start.ts";
