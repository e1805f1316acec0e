export { BucketError, type BucketSettings, openBucket } from "./bucket/bucket.ts";
export {
	createReplayObjects,
	type ReplayObject,
	type ReplayObjects,
} from "./bucket/replay-objects.ts";
export { sweepReplayObjects } from "./bucket/sweep.ts";
export * from "./client.ts";
export type { StoreHealth } from "./damage/damage-record.ts";
export {
	type DamageWatch,
	mendStore,
	watchEmbeddedStore,
	watchServerStore,
} from "./damage/watch-damage.ts";
export { deleteSite } from "./delete-site.ts";
export type { Requester } from "./fair-queue.ts";
export { deleteImport } from "./imports/delete.ts";
export { FINISH_PART_MAX_MS, type FinishedImport, finishImport } from "./imports/finish.ts";
export { openStaging, type StagedEvent, type StagedRows, stageRows } from "./imports/stage.ts";
export {
	LOADER_BATCHES,
	type Loader,
	type LoaderCounts,
	type LoaderOptions,
	startLoader,
} from "./loader/loader.ts";
export { migrate, schemaState } from "./migrate.ts";
export { deleteOverdueReplays } from "./overdue-replays.ts";
export type { Parameters, ParameterValue } from "./parameters.ts";
export {
	type DeviceLink,
	deletePerson,
	linkDevices,
	type TraitsWrite,
	versionOf,
	writeTraits,
} from "./people.ts";
export { createPool } from "./pool.ts";
export type { Lane, QueryOptions } from "./query-options.ts";
export { deleteReplay } from "./replays.ts";
export { isOverLimit, StoreBusyError, StoreError } from "./store-error.ts";
export { MAX_GAP_MS, totalsColumnsOf, viewsFromVisits } from "./visits/day-totals.ts";
export { sealDays } from "./visits/seal-days.ts";
export { variesBits } from "./visits/steady-facts.ts";
export {
	DAY_DIGEST,
	EVENT_ORDER,
	isKnownFact,
	partColumns,
	type StoredVisitColumn,
	unknownOf,
	type VisitColumnName,
	visitsFromEvents,
	visitsFromParts,
} from "./visits/visit-columns.ts";
