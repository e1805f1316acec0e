import { BreakdownPage } from "./breakdown-page.tsx";
import { prefetchTables } from "./prefetch-tables.ts";

/** Full tables of devices. */
const Devices = () => <BreakdownPage page="devices" />;

/** See `PageLoader`. */
export const prefetch = prefetchTables("devices");

export default Devices;
