import { browserName } from "./browser-name.ts";
import { countryCode } from "./country-code.ts";
import { deviceType } from "./device-type.ts";
import { systemName } from "./system-name.ts";

const NAMES: Readonly<Record<string, (value: string) => string>> = {
	country: countryCode,
	browser: browserName,
	operating_system: (value) => systemName(value).operatingSystem,
	device_type: deviceType,
};

/** A value of an exported report, under its name in this product's reports; an unknown one stays unchanged. */
export const dimensionValue = (dimension: string, value: string): string =>
	NAMES[dimension]?.(value) || value;
