import { createAliasTable } from "./alias-table.ts";

/** Names of tracked visits → names of the same system in other products. */
const nameOf = createAliasTable("Windows, Tizen, WebOS", {
	macOS: "mac, mac os, mac os x, macintosh, os x, darwin",
	iOS: "ipados, iphone os, iphone, ipad",
	"Windows Phone": "windows mobile",
	Android: "android os, android (go edition), fire os, amazon os",
	ChromeOS: "chrome os, chromium os, cros",
	Linux:
		"gnu/linux, ubuntu, debian, fedora, arch linux, linux mint, mint, manjaro, red hat, " +
		"centos, opensuse, suse, gentoo, kubuntu, lubuntu, xubuntu, raspbian",
	HarmonyOS: "harmony os, openharmony",
	BlackBerry: "blackberry os, blackberry tablet os",
	Roku: "roku os",
});

/** Some products write "Windows 10", with the version in the name. */
const NUMBERED_WINDOWS = /^windows (\d[\d.]*|xp|vista|me|ce)$/i;
/** Lower-cased versions of the desktop and of servers → the versions that tracked visits have. */
const WINDOWS_VERSIONS: Readonly<Record<string, string>> = {
	"nt 10.0": "10",
	"nt 6.3": "8.1",
	"nt 6.2": "8",
	"nt 6.1": "7",
	"nt 6.0": "Vista",
	"nt 5.1": "XP",
	"10.0": "10",
	xp: "XP",
	vista: "Vista",
	me: "ME",
	ce: "CE",
};

const versionOf = (system: string, version: string): string =>
	system === "Windows"
		? (WINDOWS_VERSIONS[version.toLowerCase()] ?? version)
		: version.split(".").slice(0, 2).join(".");

/** An operating system's name and version as tracked visits have them; an unknown name stays unchanged. */
export const systemName = (name: string, version = "") => {
	const [, numbered] = NUMBERED_WINDOWS.exec(name) ?? [];
	const system = numbered === undefined ? (nameOf(name) ?? name) : "Windows";
	// A distribution's version is not the system's, and tracked visits contain neither.
	const isDistribution = system === "Linux" && name.toLowerCase() !== "linux";
	return {
		operatingSystem: system,
		operatingSystemVersion: isDistribution ? "" : versionOf(system, version || (numbered ?? "")),
	};
};
