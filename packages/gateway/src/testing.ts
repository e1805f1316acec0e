/** What tests of other packages use of the gateway, besides its entries. */

export { DUPLICATE, type Outcome } from "./ingest/outcome.ts";
export type { RecentEventIds } from "./ingest/recent-event-ids.ts";
export { channelOf } from "./lookup/channel.ts";
export { networkHostOf } from "./lookup/network-host.ts";
export { isListedDomain } from "./lookup/source-class.ts";
export {
	BRAND_NAMES,
	type DeviceType,
	PLATFORM_NAMES,
	SYSTEM_NAMES,
} from "./lookup/user-agent.ts";
export { scriptVariant } from "./scripts/site-scripts.ts";
