import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import { freePorts } from "@footfall/testing/network/free-ports";
import { pino } from "pino";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { configurationFrom } from "../configuration/configuration.ts";
import { createHealthPaths } from "../health/health-paths.ts";
import { keepGatewayAddress } from "../status/gateway-address.ts";
import { dispatch } from "./commands.ts";

const root = mkdtempSync(join(tmpdir(), "status-"));
const undo: (() => unknown)[] = [];
afterAll(() => rmSync(root, { recursive: true }));
afterEach(async () => {
	for (const step of undo.splice(0)) await step();
});
const log = pino({ level: "silent" });
const TOKEN = "a token of scrapers";
const SECRET = "a secret of at least 32 characters";

const status = async (parameters: readonly string[], variables: NodeJS.ProcessEnv = {}) => {
	const printed: string[] = [];
	const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
		printed.push(String(text));
		return true;
	});
	try {
		const configuration = configurationFrom({ DATA_DIR: root, ...variables });
		const code = await dispatch("status", parameters, { configuration, log, entry: "" });
		return { code, printed: printed.join("") };
	} finally {
		write.mockRestore();
	}
};
const refusal = async (...given: Parameters<typeof status>): Promise<string> => {
	const error: unknown = await status(...given).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(EnvironmentError);
	expect((error as Error).message).not.toContain("\n");
	return (error as Error).message;
};

const listening = async (answer: RequestListener, on?: string) => {
	const server = createServer(answer).listen(on ?? { host: "127.0.0.1", port: 0 });
	await once(server, "listening");
	undo.push(() => {
		server.close();
		server.closeAllConnections();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
/** A loader with its own paths and a store's metrics. */
const startLoader = (fault?: string) => {
	const paths = createHealthPaths(
		[
			{
				checks: {
					queue: async () => {
						if (fault) throw new Error(fault);
					},
				},
				figures: () => ({ oldestQueuedMs: 1500 }),
				measure: ({ gauge }) => {
					const told = (name: string, value: number) =>
						gauge(name, "of a test", "max", () => value);
					told("footfall_store_bytes", 2e9);
					told("footfall_store_bytes_per_million_events", 5e7);
					told("footfall_store_disk_free_bytes", 9e9);
					told("footfall_store_disk_full_seconds", 12.5 * 86_400);
				},
			},
		],
		TOKEN,
		log,
		"loader",
	);
	return listening((request, response) => {
		if (!paths.answer(request, response)) response.writeHead(404).end();
	});
};

describe("the status of roles by address", () => {
	it("is a table of reachable and unreachable roles, with the disk once", async () => {
		const [one, other] = [await startLoader(), await startLoader()];
		const [closed = 0] = await freePorts(1);
		const { code, printed } = await status([one, other, `http://127.0.0.1:${closed}/`], {
			METRICS_TOKEN: TOKEN,
		});
		expect(code).toBe(1);
		expect(printed.split("\n")).toEqual([
			expect.stringMatching(/^ROLE +ADDRESS +VERSION +READY +LAG +REASON$/),
			expect.stringMatching(/^loader +http:\S+ +\d+\.\d+\.\d+\S* +yes +1\.5 s$/),
			expect.stringMatching(/^loader +http:\S+ +\d+\.\d+\.\d+\S* +yes +1\.5 s$/),
			expect.stringMatching(/^\? +http:\S+ +\? +no +- +ECONNREFUSED$/),
			"Events: 2.0 GB, 50.0 MB per million events. Disk: 9.0 GB free, full in 12 days.",
			"",
		]);
	});

	it("explains why a role is not ready, and omits the disk without a token", async () => {
		const { code, printed } = await status([await startLoader("Kafka is away")]);
		expect(code).toBe(1);
		expect(printed).toMatch(/ no +1\.5 s +queue: Kafka is away\n$/);
	});

	it("can be printed as JSON", async () => {
		const address = await startLoader();
		const { code, printed } = await status(["--json", address], { METRICS_TOKEN: TOKEN });
		expect(code).toBe(0);
		expect(JSON.parse(printed)).toEqual({
			roles: [
				{
					...{ role: "loader", address, version: expect.stringMatching(/^\d+\./), ready: true },
					...{ reason: "", oldestQueuedMs: 1500 },
					storage: {
						...{ bytes: 2e9, perMillionEvents: 5e7, freeBytes: 9e9 },
						fullInSeconds: 12.5 * 86_400,
					},
				},
			],
			lastBackup: null,
		});
	});
});

describe("the status is refused in one sentence", () => {
	it.each([
		[
			"an invalid address",
			"10.0.0.5:3000",
			/^10\.0\.0\.5:3000: must be a role's address like http/,
		],
		["another protocol", "ftp://10.0.0.5", /must be a role's address like http/],
		[
			"an unknown host",
			"http://no-such-host.invalid",
			/^http:\/\/no-such-host\.invalid: cannot be reached \((ENOTFOUND|EAI_AGAIN)\); check the address\.$/,
		],
	])("is refused for %s", async (_what, address, sentence) =>
		expect(await refusal([address])).toMatch(sentence),
	);

	it("is refused for another program", async () => {
		const address = await listening((_request, response) => response.end("<html></html>"));
		expect(await refusal([address])).toBe(
			`${address}: the server there is not Footfall; name a role's address like http://127.0.0.1:3000.`,
		);
	});

	it("is refused for a mismatch of TLS and plain HTTP", async () => {
		const address = await startLoader();
		expect(await refusal([address.replace("http:", "https:")])).toMatch(
			/^https:\S+: the server does not use TLS on this port; use http:\/\/ or its HTTPS port\.$/,
		);
		const tls = createTlsServer({}).listen(0, "127.0.0.1");
		await once(tls, "listening");
		undo.push(() => tls.close());
		const { port } = tls.address() as AddressInfo;
		expect((await status([`http://127.0.0.1:${port}`])).code).toBe(1);
	});

	it("is refused for another token", async () => {
		const address = await startLoader();
		expect(await refusal([address], { METRICS_TOKEN: "the token of somebody else" })).toBe(
			`${address}: rejects this METRICS_TOKEN; set it to that of the role, or unset it to leave out the disk figures.`,
		);
	});

	it("is refused where no product runs", async () => {
		const [PORT = 0] = await freePorts(1);
		expect(await refusal([], { PORT: String(PORT) })).toBe(
			`No product is running on ${root} and http://127.0.0.1:${PORT}. Set DATA_DIR, HOST and PORT to its values, or name the addresses of its roles.`,
		);
	});

	it.each([
		[401, /^SECRET differs: the product running on /],
		[404, /does not report its status \(404\): its version may differ from that of this command/],
	])("is refused if the backend responds with %i", async (code, sentence) => {
		await listening(
			(_request, response) => response.writeHead(code, { connection: "close" }).end("{}"),
			join(root, "backend.sock"),
		);
		expect(await refusal([], { SECRET })).toMatch(sentence);
	});
});

describe("the gateway of a data directory", () => {
	it("is found by its actual port, whatever PORT says", async () => {
		const address = await startLoader();
		mkdirSync(join(root, "gateway"));
		keepGatewayAddress(root, "127.0.0.1", Number(new URL(address).port));
		const [PORT = 0] = await freePorts(1);
		const { code, printed } = await status([], { PORT: String(PORT), HOST: "127.0.0.1" });
		expect(printed).toContain(`${address}  `);
		expect(code).toBe(0);
		const [gone = 0] = await freePorts(1);
		keepGatewayAddress(root, "127.0.0.1", gone);
		const port = new URL(address).port;
		const fallback = await status([], { PORT: port, HOST: "127.0.0.1" });
		expect(fallback.printed).toContain(`${address}  `);
	});
});
