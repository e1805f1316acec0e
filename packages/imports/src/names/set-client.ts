import type { ImportedHit } from "@footfall/shared/imported-hit";
import { browserName, browserVersion } from "./browser-name.ts";
import { countryCode, regionCode } from "./country-code.ts";
import { deviceType } from "./device-type.ts";
import { systemName } from "./system-name.ts";

/** Browser, system and device in another product's terms. */
interface Client {
	browser: string;
	browserVersion?: string;
	system: string;
	systemVersion?: string;
	device?: string;
}

/** Sets the client under the names that tracked visits have. */
export const setClient = (hit: ImportedHit, client: Client): void => {
	const system = systemName(client.system, client.systemVersion);
	hit.browser = browserName(client.browser, system.operatingSystem);
	if (client.browserVersion !== undefined)
		hit.browserVersion = browserVersion(client.browserVersion);
	hit.operatingSystem = system.operatingSystem;
	hit.operatingSystemVersion = system.operatingSystemVersion;
	if (client.device !== undefined) hit.deviceType = deviceType(client.device);
};

/** Sets the country and whatever is known of the region and city. */
export const setPlace = (
	hit: ImportedHit,
	country: string,
	region?: string,
	city?: string,
): void => {
	hit.country = countryCode(country);
	if (region !== undefined) hit.region = regionCode(hit.country, region);
	if (city !== undefined) hit.city = city;
};
