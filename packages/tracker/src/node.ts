/** For servers: sends events with a key. Nothing of it is in the bundles for browsers. */

export type { Properties } from "./event/event-properties.ts";
// As in `auto.ts`. TypeScript merges one such alias per program, so the manual adds to "footfall-tracker" itself.
export type { EventName, Events, PropertiesOf } from "./index.ts";
export { type Client, type ClientOptions, createClient } from "./server/client.ts";
export type { FlushOptions } from "./server/delivery.ts";
export { type ApiMessage, DeliveryError, type DeliveryErrorKind } from "./server/delivery-error.ts";
export type { EventFields, VisitorFields } from "./server/event-fields.ts";
export type { Counts } from "./server/message-queue.ts";
