const NAMES: Readonly<Record<string, string>> = {
	mac: "macOS",
	macos: "macOS",
	"mac os": "macOS",
	"mac os x": "macOS",
	macintosh: "macOS",
	"os x": "macOS",
	ios: "iOS",
	windows: "Windows",
	linux: "Linux",
	"gnu/linux": "Linux",
	android: "Android",
	"android os": "Android",
	"chrome os": "ChromeOS",
	chromeos: "ChromeOS",
};
const NUMBERED_WINDOWS = /^windows (\d[\d.]*|xp|vista)$/i;

/** What a product says of an operating system, in this product's words. */
export interface SystemName {
	operatingSystem: string;
	operatingSystemVersion: string;
}

/** Some write "Windows 10", where the version is a part of the name. */
export const systemName = (name: string, version = ""): SystemName => {
	const [, numbered] = NUMBERED_WINDOWS.exec(name) ?? [];
	return numbered === undefined
		? { operatingSystem: NAMES[name.toLowerCase()] ?? name, operatingSystemVersion: version }
		: { operatingSystem: "Windows", operatingSystemVersion: version || numbered };
};
