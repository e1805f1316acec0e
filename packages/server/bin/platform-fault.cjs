/** The oldest Node on which all dependencies run. */
const NODE = [20, 19];
/** The oldest C library for which Node itself is published; the event store's engine would take an older one. */
const GLIBC = [2, 28];
/** Systems for which the event store's engine is published. */
const SYSTEMS = ["linux x64", "linux arm64", "darwin x64", "darwin arm64"];

const isOlder = (version, [major, minor]) => {
	const parts = version.split(".").map(Number);
	return parts[0] < major || (parts[0] === major && parts[1] < minor);
};

/** The version of the C library of GNU, undefined for any other one. */
const glibcOf = ({ report }) => {
	// Otherwise Node looks up the names of all addresses of this machine.
	report.excludeNetwork = true;
	return report.getReport().header.glibcVersionRuntime;
};

/**
 * Why the product cannot run in this process, in one sentence that says what to change; undefined where it can.
 * @param {NodeJS.Process} process
 */
module.exports = (process) => {
	const { versions, platform, arch } = process;
	if (isOlder(versions.node, NODE))
		return `Footfall needs Node ${NODE.join(".")} or newer, and this is Node ${versions.node}: install a newer one.`;
	if (!SYSTEMS.includes(`${platform} ${arch}`))
		return `Footfall runs on Linux and macOS on x64 or arm64, and this is ${platform} ${arch}: use such a machine, or a container on one (on Windows: WSL).`;
	if (platform !== "linux") return undefined;
	const glibc = glibcOf(process);
	if (glibc === undefined)
		return "Footfall needs Linux with glibc, and this one has another C library (Alpine has musl): use an image on Debian, Ubuntu or Fedora.";
	if (isOlder(glibc, GLIBC))
		return `Footfall needs glibc ${GLIBC.join(".")} or newer, and this system has ${glibc}: use a newer release of it.`;
	return undefined;
};
