export { createFindSite } from "./access/find-site.ts";
export { AdminError } from "./admin/command.ts";
export { runAdmin } from "./admin/run-admin.ts";
export { type ApiEnvironment, apiEnvironment } from "./config.ts";
export { migrationState } from "./database/migration-state.ts";
export { type DatabaseLocation, openDatabase } from "./database/open.ts";
export { type DeliveryCounts, NO_DELIVERIES } from "./deliveries/start-deliveries.ts";
export { createDestinationRegistry } from "./destinations/destination-registry.ts";
export type { DestinationPolicy } from "./destinations/permitted-targets.ts";
export type { DestinationState } from "./destinations/stored-destinations.ts";
export { startImports } from "./imports/imports.ts";
export { readSource } from "./imports/read-source.ts";
export type { ImportedEvents } from "./imports/row-intake.ts";
export {
	createImportCalls,
	type ImportCall,
	type ImportState,
} from "./imports/serve-imports.ts";
export type { FirstStart, Owner } from "./instance/bootstrap.ts";
export { type ApiOptions, type RunningApi, startApi } from "./start.ts";
