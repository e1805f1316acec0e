import {
	BRAND_NAMES,
	type DeviceType,
	isListedDomain,
	networkHostOf,
	PLATFORM_NAMES,
	SYSTEM_NAMES,
} from "@footfall/gateway/testing";
import bowser from "bowser";

/** The browsers that the gateway names. */
export const KNOWN_BROWSERS: ReadonlySet<string> = new Set([
	...Object.values(bowser.BROWSER_MAP),
	...Object.values(BRAND_NAMES),
]);

/** The operating systems that the gateway names. */
export const KNOWN_SYSTEMS: ReadonlySet<string> = new Set([
	...Object.values(bowser.OS_MAP).map((name) => SYSTEM_NAMES[name] ?? name),
	...Object.values(PLATFORM_NAMES),
]);

const DEVICES: Readonly<Record<DeviceType, true>> = {
	Desktop: true,
	Mobile: true,
	Tablet: true,
	TV: true,
	Console: true,
	Embedded: true,
};
/** The types of devices that the gateway names. */
export const KNOWN_DEVICES: readonly string[] = Object.keys(DEVICES);

/** Whether a host is a well-known source that the gateway stores under this name. */
export const isKnownSource = (host: string): boolean =>
	networkHostOf(host) === host && isListedDomain(host);
