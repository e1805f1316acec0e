/** Names as tracked visits have them → what other products call the same system, lower-cased. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
	macOS: ["mac", "mac os", "mac os x", "macintosh", "os x", "darwin"],
	iOS: ["ipados", "iphone os", "iphone", "ipad"],
	Windows: [],
	"Windows Phone": ["windows mobile"],
	Android: ["android os", "android (go edition)", "fire os", "amazon os"],
	ChromeOS: ["chrome os", "chromium os", "cros"],
	Linux: [
		...["gnu/linux", "ubuntu", "debian", "fedora", "arch linux", "linux mint", "mint", "manjaro"],
		...[
			"red hat",
			"centos",
			"opensuse",
			"suse",
			"gentoo",
			"kubuntu",
			"lubuntu",
			"xubuntu",
			"raspbian",
		],
	],
	HarmonyOS: ["harmony os", "openharmony"],
	Tizen: [],
	WebOS: [],
	BlackBerry: ["blackberry os", "blackberry tablet os"],
	Roku: ["roku os"],
};

const names = new Map<string, string>();
for (const [name, others] of Object.entries(OTHER_NAMES))
	for (const other of [name, ...others]) names.set(other.toLowerCase(), name);

/** Some write "Windows 10", where the version is a part of the name. */
const NUMBERED_WINDOWS = /^windows (\d[\d.]*|xp|vista|me|ce)$/i;
const SPELLINGS: Readonly<Record<string, string>> = {
	xp: "XP",
	vista: "Vista",
	me: "ME",
	ce: "CE",
};
/** Of the desktop and of servers; versions with names are what `NT 5.1` and `NT 6.0` are shown as. */
const WINDOWS_VERSIONS: Readonly<Record<string, string>> = {
	"nt 10.0": "10",
	"nt 6.3": "8.1",
	"nt 6.2": "8",
	"nt 6.1": "7",
	"nt 6.0": "Vista",
	"nt 5.1": "XP",
	"10.0": "10",
};

/** An operating system as tracked visits have it. */
export interface SystemName {
	operatingSystem: string;
	operatingSystemVersion: string;
}

const versionOf = (system: string, version: string): string => {
	const lowerCased = version.toLowerCase();
	return system === "Windows"
		? (WINDOWS_VERSIONS[lowerCased] ?? SPELLINGS[lowerCased] ?? version)
		: version.split(".").slice(0, 2).join(".");
};

/** An operating system by the name and the version that a tracked visit has; an unknown name stays as it is. */
export const systemName = (name: string, version = ""): SystemName => {
	const [, numbered] = NUMBERED_WINDOWS.exec(name) ?? [];
	const system = numbered === undefined ? (names.get(name.toLowerCase()) ?? name) : "Windows";
	// A distribution's version is not the system's, and tracked visits tell neither.
	const isDistribution = system === "Linux" && name.toLowerCase() !== "linux";
	return {
		operatingSystem: system,
		operatingSystemVersion: isDistribution ? "" : versionOf(system, version || (numbered ?? "")),
	};
};
