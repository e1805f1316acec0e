import { silentLogger } from "@footfall/shared/logger";
import { expect, it, vi } from "vitest";
import { createSparingWarning } from "./sparing-warning.ts";

it("warns at once, then every ten seconds at most, with the number of omitted warnings", () => {
	let now = 0;
	const warn = vi.fn();
	const report = createSparingWarning(
		{ ...silentLogger, warn },
		"The backend could not be reached",
		() => now,
	);
	for (; now < 25_000; now += 1000) report({ error: "ECONNREFUSED", trace: `t${now}` });
	now = 60_000;
	report({ error: "ECONNRESET" });
	expect(warn.mock.calls).toEqual([
		[{ error: "ECONNREFUSED", trace: "t0" }, "The backend could not be reached"],
		[{ error: "ECONNREFUSED", trace: "t10000", omitted: 9 }, "The backend could not be reached"],
		[{ error: "ECONNREFUSED", trace: "t20000", omitted: 9 }, "The backend could not be reached"],
		[{ error: "ECONNRESET", omitted: 4 }, "The backend could not be reached"],
	]);
});
