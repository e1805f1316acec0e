export * from "./client/client.ts";
export type { Requester } from "./client/fair-queue.ts";
export type { ParameterValue } from "./client/parameters.ts";
export { createPool } from "./client/pool.ts";
export type { QueryOptions } from "./client/query-options.ts";
export { isOverLimit, StoreBusyError, StoreError } from "./client/store-error.ts";
export { type GatedStore, withWriteGate } from "./client/write-gate.ts";
export type { StoreHealth } from "./damage/damage-record.ts";
export {
	type DamageWatch,
	repairStore,
	watchEmbeddedStore,
	watchServerStore,
} from "./damage/watch-damage.ts";
export { type FrozenStore, freezeStore, removeFrozen } from "./frozen/freeze-store.ts";
export { dropStagedSums, openStaging, type StagedEvent, stageRows } from "./imports/staging.ts";
export {
	EMBEDDED_BATCHES,
	LOADER_BATCHES,
	type Loader,
	type LoaderCounts,
	startLoader,
} from "./loader/loader.ts";
export { deleteExpired, type Retention, type RetentionOf } from "./maintenance/delete-expired.ts";
export { deleteImport } from "./maintenance/delete-import.ts";
export type { ReplayDaysOf } from "./maintenance/delete-overdue-replays.ts";
export { deleteReplay } from "./maintenance/delete-replay.ts";
export { deleteSiteRows } from "./maintenance/delete-site.ts";
export { deletePerson, erasePerson } from "./maintenance/erase-person.ts";
export { FINISH_PART_MAX_MS, finishImport } from "./maintenance/finish-import.ts";
export { rollUpDays } from "./maintenance/roll-up-days.ts";
export {
	startMaintenance,
	startReplayRetention,
	startReplaySweep,
} from "./maintenance/start-maintenance.ts";
export { linkDevices, versionOf, writeTraits } from "./people/people.ts";
export {
	listQuarantined,
	type QuarantinedRow,
	type QuarantineSelection,
	quarantinedAfter,
	releaseQuarantined,
} from "./quarantine/quarantine.ts";
export {
	BucketError,
	type BucketSettings,
	type ObjectBucket,
	openBucket,
} from "./replays/bucket.ts";
export { createReplayObjects, type ReplayObjects } from "./replays/replay-objects.ts";
export { EVENT_ORDER, IS_ACT } from "./rolled-up-days/column-sql.ts";
export { MAX_GAP_MS, totalsColumnsOf, viewsFromSessionDays } from "./rolled-up-days/day-totals.ts";
export {
	type Counting,
	DAY_DIGEST,
	isOfQuery,
	NEVER_MS,
	partColumns,
	type SessionColumn,
	type SessionDayColumn,
	sessionRowsFromEvents,
	sessionRowsFromParts,
} from "./rolled-up-days/session-day-columns.ts";
export { migrateStore, schemaState } from "./schema/migrate.ts";
export { explainServerFault, openServer } from "./schema/open-server.ts";
export { createSourceMapBucket } from "./source-maps/source-map-bucket.ts";
export type { SourceMapFiles } from "./source-maps/source-map-files.ts";
export { createSourceMapFolder } from "./source-maps/source-map-folder.ts";
export {
	bytesPerMillion,
	daysUntilFull,
	type StorageFigures,
	storageFigures,
} from "./storage/storage-figures.ts";
