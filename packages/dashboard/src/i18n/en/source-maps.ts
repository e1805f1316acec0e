/** Texts of source maps; two pages load them, each on demand. */
export const words = {
	text: "With the source maps of a build, errors show the lines of your own sources. Only members of the organization see them.",
	how: "Upload them between building and deploying",
	howText:
		"The command needs an API key with source-maps:write in FOOTFALL_API_KEY. Let the bundler write the maps as files, and name the release in the script tag as data-release.",
	releases: "Releases with source maps",
	none: "No source maps yet",
	noneText: "Errors are shown as browsers report them.",
	noRelease: "Without a release",
	files: { one: "file", other: "files" },
	uploaded: "Uploaded",
	lastUsed: "Last used",
	remove: (release: string) => `Delete the source maps of ${release}`,
	removeText: "Errors of this release are then shown as browsers report them.",
	keep: "Keep",
	end: "Delete",
	removed: "Source maps deleted",
	space: (used: string, most: string, days: string) =>
		`They take ${used} of ${most}. Maps that no error has needed for ${days} days are deleted.`,
	withoutText: "Without the text of its sources",
	context: (source: string, line: string) => `${source} around line ${line}`,
	resolving: "Looking for source maps …",
	noMapOf: (release: string, file: string) => `No source map of release ${release} for ${file}.`,
	noMap: (file: string) =>
		`No source map for ${file}: the error names no release, and the file's name has no hash of its content.`,
	unreadable: (file: string, detail: string) => `The source map of ${file} ${detail}`,
	unavailable: "Source maps cannot be read at present: their bucket does not answer.",
	upload: "How to upload source maps",
};
