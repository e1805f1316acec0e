import bowser from "bowser";
import { brandsIn, type ClientHints } from "./client-hints.ts";
import { isTelevision } from "./television.ts";

export type DeviceType = "Desktop" | "Mobile" | "Tablet" | "TV" | "Console" | "Embedded";

/** The browser, system and device that a user agent names; "" for those that it does not. */
export interface ParsedUserAgent {
	browser: string;
	/** Major version. */
	browserVersion: string;
	operatingSystem: string;
	operatingSystemVersion: string;
	deviceType: DeviceType | "";
}

const CONSOLE = /\b(playstation|xbox|nintendo)/i;
const EMBEDDED =
	/\b(qtcarbrowser|tesla\/|wear os|watchos|fridge|familyhub|smart-?display|raspberry)/i;

const DEVICE_TYPES: Readonly<Record<string, DeviceType>> = {
	desktop: "Desktop",
	mobile: "Mobile",
	tablet: "Tablet",
	tv: "TV",
};

const majorOf = (version: string | undefined) => version?.split(".")[0] ?? "";

/** Names as shown in reports, where the parser's differ. */
export const SYSTEM_NAMES: Readonly<Record<string, string>> = {
	"Chrome OS": "ChromeOS",
	Mac: "macOS",
};

const WINDOWS_VERSIONS: Readonly<Record<string, string>> = {
	"NT 10.0": "10",
	"NT 6.3": "8.1",
	"NT 6.2": "8",
	"NT 6.1": "7",
	"NT 6.0": "Vista",
	"NT 5.1": "XP",
};

const systemVersionOf = (name: string, version: string): string =>
	name === "Windows"
		? (WINDOWS_VERSIONS[version] ?? version)
		: version.split(".").slice(0, 2).join(".");

const deviceTypeOf = (userAgent: string, parsed: string | undefined): DeviceType | "" => {
	if (CONSOLE.test(userAgent)) return "Console";
	if (isTelevision(userAgent)) return "TV";
	if (EMBEDDED.test(userAgent)) return "Embedded";
	return DEVICE_TYPES[parsed ?? ""] ?? "";
};

/** Parses a user agent by its text alone. Costs tens of µs: see `createUserAgentReader`. */
export const parseUserAgent = (userAgent: string): ParsedUserAgent => {
	const { browser, os, platform } = bowser.parse(userAgent);
	const system = SYSTEM_NAMES[os.name ?? ""] ?? os.name ?? "";
	return {
		browser: browser.name ?? "",
		browserVersion: majorOf(browser.version),
		operatingSystem: system,
		operatingSystemVersion: systemVersionOf(system, os.version ?? ""),
		deviceType: deviceTypeOf(userAgent, platform.type),
	};
};

/** Brand names in hints → the parser's names. The first brand listed here decides. */
export const BRAND_NAMES: Readonly<Record<string, string>> = {
	"Microsoft Edge": "Microsoft Edge",
	Opera: "Opera",
	Brave: "Brave",
	Vivaldi: "Vivaldi",
	YaBrowser: "Yandex Browser",
	"Samsung Internet": "Samsung Internet for Android",
	DuckDuckGo: "DuckDuckGo",
	"Google Chrome": "Chrome",
};

export const PLATFORM_NAMES: Readonly<Record<string, string>> = {
	Windows: "Windows",
	macOS: "macOS",
	Linux: "Linux",
	Android: "Android",
	"Chrome OS": "ChromeOS",
	"Chromium OS": "ChromeOS",
};

/** From 13 on a Windows platform version means Windows 11: https://learn.microsoft.com/microsoft-edge/web-platform/how-to-detect-win11 */
const FIRST_WINDOWS_11 = 13;

const hintedVersion = (system: string, version: string): string => {
	if (system !== "Windows") return systemVersionOf(system, version);
	const major = Number(majorOf(version));
	return major >= FIRST_WINDOWS_11 ? "11" : major > 0 ? "10" : "";
};

/** A frozen agent still names the device correctly; the hints are more accurate for browser and system. */
export const withClientHints = (agent: ParsedUserAgent, hints: ClientHints): ParsedUserAgent => {
	const brands = brandsIn(hints.brands);
	const brand = Object.keys(BRAND_NAMES)
		.map((name) => brands.find((candidate) => candidate.name === name))
		.find((found) => found !== undefined);
	const system = PLATFORM_NAMES[hints.platform] ?? agent.operatingSystem;
	const version = hintedVersion(system, hints.platformVersion);
	return {
		...agent,
		...(brand && {
			browser: BRAND_NAMES[brand.name] ?? agent.browser,
			browserVersion: majorOf(brand.version),
		}),
		operatingSystem: system,
		operatingSystemVersion:
			version !== ""
				? version
				: system === agent.operatingSystem
					? agent.operatingSystemVersion
					: "",
		deviceType:
			hints.mobile === "?1" && agent.deviceType === "Desktop" ? "Mobile" : agent.deviceType,
	};
};

export const UNKNOWN_USER_AGENT: ParsedUserAgent = {
	browser: "",
	browserVersion: "",
	operatingSystem: "",
	operatingSystemVersion: "",
	deviceType: "",
};

const WIDEST_MOBILE = 1024;

/**
 * What the agent says, else the size: a wide screen is a desktop's. "" if neither is known. No Mac has a touch screen,
 * so one that does is an iPad that asks for desktop pages.
 */
export const deviceTypeFrom = (
	agent: ParsedUserAgent,
	screenWidth: number | undefined,
	maxTouchPoints = 0,
): DeviceType | "" => {
	if (maxTouchPoints > 1 && agent.operatingSystem === "macOS") return "Tablet";
	if (agent.deviceType !== "") return agent.deviceType;
	if (screenWidth === undefined || screenWidth === 0) return "";
	return screenWidth > WIDEST_MOBILE ? "Desktop" : "Mobile";
};
