import { describe, expect, it } from "vitest";
import { createSignInLimits } from "./sign-in-limits.ts";

const MINUTE_MS = 60_000;

/** Limits with a clock that advances only by waiting. */
const start = () => {
	let now = Date.UTC(2026, 10, 20);
	const waits: number[] = [];
	const limits = createSignInLimits({
		clock: () => now,
		wait: async (ms) => {
			waits.push(ms);
		},
	});
	const outcome = async (email: string, address: string) => {
		try {
			return await limits.attempt(email, address);
		} catch (error) {
			return (error as { fields: { retryAfter: number } }).fields.retryAfter;
		}
	};
	return {
		limits,
		waits,
		pass: (ms: number) => {
			now += ms;
		},
		/** `ok`, or the seconds to wait. */
		fail: async (email: string, address: string) => {
			const came = await outcome(email, address);
			return typeof came === "number" ? came : "ok";
		},
		succeed: async (email: string, address: string) => {
			const came = await outcome(email, address);
			if (typeof came === "number") return came;
			came.succeeded();
			return "ok";
		},
	};
};

const addressOf = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;

describe("guesses from one address", () => {
	it("double their delay with each failure after the fifth, up to a quarter of an hour", async () => {
		const { fail, pass } = start();
		for (let tries = 0; tries < 5; tries++) expect(await fail("a@x.com", "192.0.2.1")).toBe("ok");
		const waited: unknown[] = [];
		for (let tries = 0; tries < 13; tries++) {
			const seconds = await fail("a@x.com", "192.0.2.1");
			waited.push(seconds);
			pass(Number(seconds) * 1000);
			expect(await fail("a@x.com", "192.0.2.1")).toBe("ok");
		}
		expect(waited).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
	});

	it("are counted by IPv6 networks of 64 bits, and delay nobody elsewhere", async () => {
		const { fail, succeed } = start();
		for (let tries = 0; tries < 5; tries++) await fail("a@x.com", `2001:db8::${tries}`);
		expect(await fail("A@x.com", "2001:db8:0:0:ffff::1")).toBe(1);
		expect(await succeed("a@x.com", "2001:db8:0:1::1")).toBe("ok");
		expect(await succeed("a@x.com", "192.0.2.1")).toBe("ok");
		expect(await fail("a@x.com", "2001:db8::1")).toBe(1);
		expect(await fail("b@x.com", "2001:db8::1")).toBe("ok");
	});

	it("count as one whether written as IPv4 or as IPv4 in IPv6", async () => {
		const { fail } = start();
		for (let tries = 0; tries < 5; tries++) await fail("a@x.com", "192.0.2.1");
		expect(await fail("a@x.com", "::ffff:192.0.2.1")).toBe(1);
	});

	it("are forgotten after a success, after an hour and with a new password", async () => {
		const { fail, succeed, pass, limits } = start();
		const failFive = async () => {
			for (let tries = 0; tries < 5; tries++) await fail("a@x.com", "192.0.2.1");
			expect(await fail("a@x.com", "192.0.2.1")).toBe(1);
		};
		await failFive();
		pass(1000);
		expect(await succeed("a@x.com", "192.0.2.1")).toBe("ok");
		await failFive();
		pass(60 * MINUTE_MS);
		await failFive();
		limits.forget("A@x.com ");
		await failFive();
	});

	it("at many accounts delay the address too, up to a minute", async () => {
		const { fail, pass } = start();
		for (let tries = 0; tries < 30; tries++)
			expect(await fail(`${tries}@x.com`, "192.0.2.1")).toBe("ok");
		const waited: unknown[] = [];
		for (let tries = 0; tries < 8; tries++) {
			const seconds = await fail(`new-${tries}@x.com`, "192.0.2.1");
			waited.push(seconds);
			pass(Number(seconds) * 1000);
			await fail(`new-${tries}@x.com`, "192.0.2.1");
		}
		expect(waited).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
	});
});

describe("guesses at one account from many addresses", () => {
	it("are answered up to five seconds later, and the owner can still sign in", async () => {
		const { fail, succeed, waits } = start();
		for (let number = 0; number < 20; number++)
			expect(await fail("a@x.com", addressOf(number))).toBe("ok");
		expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000, 5000]);
		expect(await succeed("a@x.com", "192.0.2.1")).toBe("ok");
		expect(await succeed("b@x.com", "192.0.2.2")).toBe("ok");
		expect(waits).toHaveLength(11);
	});

	it("are queued in limited number, also for one account, and a rejected one is no failure", async () => {
		let goOn = () => {};
		const waiting = new Promise<void>((resolve) => {
			goOn = resolve;
		});
		const limits = createSignInLimits({ clock: () => 0, wait: () => waiting });
		const held: Promise<unknown>[] = [];
		const attempt = (email: string, number: number) => {
			const made = limits.attempt(email, addressOf(number));
			made.catch(() => {});
			held.push(made);
			return made;
		};
		for (let number = 0; number < 35; number++) attempt("a@x.com", number);
		await expect(attempt("a@x.com", 36)).rejects.toMatchObject({
			status: 503,
			fields: { retryAfter: 5 },
		});
		for (let number = 100; number < 110; number++) await attempt("b@x.com", number);
		attempt("b@x.com", 110);
		goOn();
		await Promise.allSettled(held);
		expect(await Promise.allSettled(held)).toHaveLength(47);
		await expect(attempt("a@x.com", 36)).resolves.toBeDefined();
	});
});

it("keeps a bounded number of networks", async () => {
	const { fail } = start();
	for (let tries = 0; tries < 5; tries++) await fail("a@x.com", "192.0.2.1");
	expect(await fail("a@x.com", "192.0.2.1")).toBe(1);
	for (let number = 0; number < 20_000; number++) await fail(`${number}@x.com`, addressOf(number));
	expect(await fail("a@x.com", "192.0.2.1")).toBe("ok");
});
