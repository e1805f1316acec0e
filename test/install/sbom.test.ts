import { describe, expect, it } from "vitest";

interface Sbom {
	serialNumber: string;
	components: { purl: string; scope: string; licenses?: unknown }[];
	dependencies: { ref: string; dependsOn: string[] }[];
}
type Lock = Readonly<Record<string, object>>;
interface Module {
	sbomOf(manifest: object, bundled: readonly string[], now: number, lock: Lock): Sbom;
	requireComplete(sbom: Sbom, bundled: readonly string[], lock: Lock): void;
}

const { sbomOf, requireComplete } = (await import(
	new URL("../../scripts/packages/sbom.mjs", import.meta.url).href
)) as Module;

const manifest = { name: "p", version: "1.0.0", license: "MIT", dependencies: { engine: "2.0.0" } };
const lock: Lock = {
	"node_modules/engine": {
		...{ version: "2.0.0", license: "Apache-2.0", dependencies: { "@s/part": "^1" } },
		optionalDependencies: { "engine-arm": "2.0.1" },
	},
	"node_modules/@s/part": { version: "1.1.0", license: "(MIT OR CC0-1.0)" },
	"node_modules/engine/node_modules/@s/part": { version: "1.2.0", license: "MIT" },
	"node_modules/inside": {
		...{ version: "3.0.0", license: "SEE LICENSE IN X", integrity: "sha512-AAEC" },
		dependencies: { "@s/part": "^1" },
	},
};

describe("the list of a package's components", () => {
	it("has what is bundled and what is installed beside it, in the version that each gets", () => {
		const { components, dependencies } = sbomOf(manifest, ["node_modules/inside"], 0, lock);
		expect(components.map(({ purl, scope }) => `${purl} ${scope}`).sort()).toEqual([
			"pkg:npm/%40s/part@1.2.0 required",
			"pkg:npm/engine-arm@2.0.1 optional",
			"pkg:npm/engine@2.0.0 required",
			"pkg:npm/inside@3.0.0 required",
		]);
		expect(dependencies).toContainEqual({
			ref: "pkg:npm/p@1.0.0",
			dependsOn: ["pkg:npm/engine@2.0.0", "pkg:npm/inside@3.0.0"],
		});
		expect(dependencies).toContainEqual({
			ref: "pkg:npm/engine@2.0.0",
			dependsOn: ["pkg:npm/%40s/part@1.2.0"],
		});
	});

	it("is refused when it lacks a package whose code is in the files", () => {
		const sbom = sbomOf(manifest, ["node_modules/inside"], 0, lock);
		expect(() => requireComplete(sbom, ["node_modules/inside"], lock)).not.toThrow();
		expect(() =>
			requireComplete(sbom, ["node_modules/inside", "node_modules/@s/part"], lock),
		).toThrow("sbom.cdx.json lacks node_modules/@s/part");
	});

	it("has the same serial number for the same components", () => {
		const of = (bundled: readonly string[], now: number) =>
			sbomOf(manifest, bundled, now, lock).serialNumber;
		expect(of(["node_modules/inside"], 1)).toBe(of(["node_modules/inside"], 2));
		expect(of(["node_modules/inside"], 1)).not.toBe(of([], 1));
	});
});
