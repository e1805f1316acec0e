import { describe, expect, it } from "vitest";
import { engineConfiguration } from "./engine-configuration.ts";

describe("the embedded engine", () => {
	it.each([true, false])("looks for cgroups only if they are mounted: %s", (hasCgroups) =>
		expect(engineConfiguration(1, hasCgroups)).toContain(
			`<memory_worker_use_cgroup>${hasCgroups ? 1 : 0}</memory_worker_use_cgroup>`,
		),
	);
});
