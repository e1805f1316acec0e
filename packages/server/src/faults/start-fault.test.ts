import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { EnvironmentError, UnreachableError } from "@footfall/shared/environment";
import { ShortageError } from "@footfall/shared/shortage";
import { testDirectory } from "@footfall/testing/test-directory";
import { describe, expect, it } from "vitest";
import { EXIT_MAY_PASS, EXIT_SHORTAGE, EXIT_UNUSABLE } from "./exit-codes.ts";
import { OUT_OF_MEMORY, startFault } from "./start-fault.ts";

const circumstances = {
	HOST: "127.0.0.1",
	PORT: 80,
	HEALTH_PORT: 9100,
	dataDirectory: "/data",
};

const systemError = (code: string, more: object = {}) =>
	Object.assign(new Error(`${code}: of the system`), { code, ...more });

describe("the reason of a failed start", () => {
	it.each([
		["a full disk", systemError("ENOSPC", { path: "/data/lock" }), "/data/lock: the disk is full"],
		["a full disk without a path", systemError("ENOSPC"), "/data: the disk is full"],
		[
			"a read-only disk",
			systemError("EROFS", { path: "/data/lock" }),
			"/data/lock: the disk is read-only",
		],
		[
			"no rights",
			systemError("EACCES", { path: "/data/secret" }),
			"/data/secret: permission denied",
		],
		[
			"a full disk of an engine",
			new Error("write failed: No space left on device"),
			"/data: the disk",
		],
		[
			"the cause of another error",
			new Error("The database could not be opened", { cause: systemError("EROFS") }),
			"/data: the disk is read-only",
		],
		["an unreachable server", new UnreachableError("DATABASE_URL: away"), "DATABASE_URL: away"],
	])("is one sentence, and temporary, for %s", (_what, error, message) => {
		const fault = startFault(error, circumstances);
		expect(fault).toEqual({ message: expect.stringContaining(message), exitCode: EXIT_MAY_PASS });
		expect(fault?.message).not.toContain("\n");
	});

	it.each([
		["memory", new RangeError("WebAssembly.Memory(): could not allocate memory"), OUT_OF_MEMORY],
		["memory that the system does not provide", systemError("ENOMEM"), OUT_OF_MEMORY],
		["any other shortage", new ShortageError("Too little of it"), "Too little of it"],
	])("is one sentence for %s", (_what, error, message) => {
		const fault = startFault(error, circumstances);
		expect(fault).toEqual({ message: expect.stringContaining(message), exitCode: EXIT_SHORTAGE });
		expect(fault?.message).not.toContain("\n");
	});

	it.each([
		["the configuration", new EnvironmentError("PORT: is odd"), "PORT: is odd"],
		[
			"a port in use",
			systemError("EADDRINUSE", { syscall: "listen" }),
			"Port 80 of 127.0.0.1 is in",
		],
		[
			"another port in use",
			systemError("EADDRINUSE", { syscall: "listen", port: 9100 }),
			"Port 9100 of 127.0.0.1 is in use: stop the program that listens there, or set HEALTH_PORT",
		],
		["a privileged port", systemError("EACCES", { syscall: "listen" }), "set PORT to a port above"],
	])("is permanent for %s", (_what, error, message) =>
		expect(startFault(error, circumstances)).toEqual({
			message: expect.stringContaining(message),
			exitCode: EXIT_UNUSABLE,
		}),
	);

	it("does not blame this machine's disk if servers keep the data", () => {
		const servers = { DATABASE_URL: "postgres://host/db", CLICKHOUSE_URL: "http://host:8123" };
		const error = new Error("No space left on device");
		expect(startFault(error, { ...circumstances, ...servers })).toBeUndefined();
	});

	it("is reported in full if unexpected", () => {
		expect(startFault(new TypeError("odd"), circumstances)).toBeUndefined();
		expect(startFault(systemError("ECONNREFUSED"), circumstances)).toBeUndefined();
	});

	it("includes what the system names", () => {
		const file = join(testDirectory(), "file");
		writeFileSync(file, "");
		try {
			writeFileSync(join(file, "lock"), "");
		} catch (error) {
			expect(startFault(error, circumstances)?.message).toBe(
				`${file}/lock: a part of the path is a file, not a directory`,
			);
		}
		expect.assertions(1);
	});
});
