import { BreakdownPage } from "./breakdown-page.tsx";

/** Full tables of devices. */
const Devices = () => <BreakdownPage page="devices" />;

export default Devices;
