/** What tests of other packages use of the tracker; not part of the published package. */

export * from "./index.ts";
export type { RecordedEvent } from "./replay/recorded-event.ts";
