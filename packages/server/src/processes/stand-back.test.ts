import { afterEach, describe, expect, it, vi } from "vitest";

const setPriority = vi.hoisted(() => vi.fn());
vi.mock("node:os", async (original) => ({ ...(await original<object>()), setPriority }));

const { standBack } = await import("./stand-back.ts");

const refusal = (code: string) =>
	Object.assign(new Error(`setPriority: ${code}`), { info: { code } });

afterEach(() => void setPriority.mockReset());

describe("a process that lowers its priority", () => {
	it("reports why the system refused", () => {
		setPriority.mockImplementation(() => {
			throw refusal("EPERM");
		});
		expect(standBack()).toContain("EPERM");
	});

	it("skips a thread that has ended", () => {
		setPriority.mockImplementationOnce(() => {
			throw refusal("ESRCH");
		});
		expect(standBack()).toBeUndefined();
		expect(setPriority.mock.calls.length).toBeGreaterThan(1);
	});
});
