import { expect, it } from "vitest";
import { createGate, hashPassword, verifyPassword } from "./password-hash.ts";

it("hashes a password so that only the same one fits", async () => {
	const hash = await hashPassword("correct horse");
	expect(hash).not.toContain("correct");
	expect(await verifyPassword({ hash, password: "correct horse" })).toBe(true);
	expect(await verifyPassword({ hash, password: "wrong horse" })).toBe(false);
});

it("runs so many at once, lets so many wait and refuses the rest", async () => {
	const gate = createGate({ atOnce: 2, waiting: 3 });
	const finish: (() => void)[] = [];
	let running = 0;
	let most = 0;
	const task = async () => {
		running += 1;
		most = Math.max(most, running);
		await new Promise<void>((resolve) => finish.push(resolve));
		running -= 1;
		return "done";
	};
	const made = Array.from({ length: 5 }, () => gate(task));
	await expect(gate(task)).rejects.toMatchObject({ status: 503, fields: { retryAfter: 2 } });
	const all = Promise.all(made);
	while (running > 0) {
		finish.shift()?.();
		await new Promise((resolve) => setImmediate(resolve));
	}
	expect([await all, most]).toEqual([Array.from({ length: 5 }, () => "done"), 2]);
	const failing = gate(async () => {
		throw new Error("no");
	});
	await expect(failing).rejects.toThrow("no");
	expect(await gate(async () => "free")).toBe("free");
});
