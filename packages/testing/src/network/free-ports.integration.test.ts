import { afterEach, describe, expect, it, vi } from "vitest";
import { freePorts, outgoingFrom } from "./free-ports.ts";

afterEach(() => {
	vi.unstubAllEnvs();
});

/** As another worker than those of a usual machine: what is drawn here is not drawn again in this process. */
const drawnBy = (worker: string, count: number): Promise<number[]> => {
	vi.stubEnv("VITEST_POOL_ID", worker);
	return freePorts(count);
};

describe("ports for servers that cannot choose one themselves", () => {
	it("are not drawn by two test files that run at the same time", async () => {
		const one = await drawnBy("12", 200);
		const other = await drawnBy("13", 200);
		expect(one.filter((port) => other.includes(port))).toEqual([]);
	});

	it("are not drawn a second time, so that a server that restarts finds its port again", async () => {
		const ports = [...(await drawnBy("14", 150)), ...(await drawnBy("14", 150))];
		expect(new Set(ports).size).toBe(300);
	});

	it("are refused rather than awaited for ever when a worker has no more", async () => {
		await expect(drawnBy("15", 60_000)).rejects.toThrow("ports of this worker");
	});

	it.each([
		["32768\t60999", 32_768],
		["16000 65535", 16_000],
		["1024 65535", 16_000],
		["", 16_000],
		[undefined, 16_000],
	])("lie below those that a system assigns to connections: %j", (range, from) =>
		expect(outgoingFrom(range)).toBe(from),
	);
});
