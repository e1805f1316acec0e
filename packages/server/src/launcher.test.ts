import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";

type PlatformFault = (process: object) => string | undefined;
const platformFault = createRequire(import.meta.url)("../bin/platform-fault.cjs") as PlatformFault;

interface System {
	node?: string;
	platform?: string;
	arch?: string;
	glibc?: string | undefined;
}

const system = (differences: System) => {
	const whole = { node: "20.19.0", platform: "linux", arch: "x64", glibc: "2.36", ...differences };
	const { node, platform, arch, glibc } = whole;
	const header = glibc === undefined ? {} : { glibcVersionRuntime: glibc };
	return { versions: { node }, platform, arch, report: { getReport: () => ({ header }) } };
};

describe("a supported system", () => {
	it("includes this one", () => expect(platformFault(process)).toBeUndefined());

	it.each<System>([
		{ node: "24.0.1" },
		{ arch: "arm64", glibc: "2.28" },
		{ platform: "darwin", arch: "arm64", glibc: undefined },
	])("includes %j", (differences) => expect(platformFault(system(differences))).toBeUndefined());
});

describe("an unsupported system", () => {
	it.each<[System, string]>([
		[
			{ node: "18.20.8" },
			"Footfall needs Node 20.19 or newer, and this is Node 18.20.8: install a newer one.",
		],
		[
			{ node: "20.9.0" },
			"Footfall needs Node 20.19 or newer, and this is Node 20.9.0: install a newer one.",
		],
		[
			{ platform: "win32" },
			"Footfall runs on Linux and macOS on x64 or arm64, and this is win32 x64: use such a machine, or a container on one (on Windows: WSL).",
		],
		[
			{ arch: "riscv64" },
			"Footfall runs on Linux and macOS on x64 or arm64, and this is linux riscv64: use such a machine, or a container on one (on Windows: WSL).",
		],
		[
			{ glibc: undefined },
			"Footfall needs Linux with glibc, and this one has another C library (Alpine has musl): use an image on Debian, Ubuntu or Fedora.",
		],
		[
			{ glibc: "2.17" },
			"Footfall needs glibc 2.28 or newer, and this system has 2.17: use a newer release of it.",
		],
	])("is reported in one sentence: %j", (differences, sentence) =>
		expect(platformFault(system(differences))).toBe(sentence),
	);
});
