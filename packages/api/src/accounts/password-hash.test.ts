import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./passwords.ts";

it("hashes a password so that only the same password matches", async () => {
	const hash = await hashPassword("correct horse");
	expect(hash).not.toContain("correct");
	expect(await verifyPassword({ hash, password: "correct horse" })).toBe(true);
	expect(await verifyPassword({ hash, password: "wrong horse" })).toBe(false);
});
