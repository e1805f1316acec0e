import { BreakdownPage } from "./breakdown-page.tsx";

/** Whole tables of devices. */
const Devices = () => <BreakdownPage page="devices" />;

export default Devices;
