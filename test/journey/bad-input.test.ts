import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { freePorts } from "@footfall/testing/network/free-ports";
import { createTemporaryDirectory } from "@footfall/testing/product/product";
import { runCommand } from "@footfall/testing/product/running-command";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = createTemporaryDirectory();
const EMPTY = join(root.path, "empty");
const FILE = join(root.path, "file");
const MISSING = join(root.path, "missing");
/** An HTTP server of someone else, which occupies a port. */
let stranger: Server;
/** `CLOSED` is a port of this machine on which nobody listens, `TAKEN` the stranger's. */
const ports = { CLOSED: "", TAKEN: "" };

beforeAll(async () => {
	mkdirSync(EMPTY);
	writeFileSync(FILE, "no database, no certificate, no backup");
	stranger = createServer((_request, response) => response.writeHead(404).end("not found"));
	await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
	const [closed] = await freePorts(1);
	ports.CLOSED = String(closed);
	ports.TAKEN = String((stranger.address() as AddressInfo).port);
});
afterAll(() => {
	stranger.close();
	root.remove();
});

const withPorts = (text: string) =>
	text.replace(/\b(CLOSED|TAKEN)\b/g, (name) => ports[name as keyof typeof ports]);

/** Runs a command line like `PORT=1 start`, and resolves to its exit code and all its output. */
const endOf = async (line: string): Promise<{ code: number | null; printed: string }> => {
	const words = withPorts(line).split(" ");
	const count = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
	const variables = words.slice(0, count).map((word) => {
		const at = word.indexOf("=");
		return [word.slice(0, at), word.slice(at + 1)];
	});
	const command = runCommand(words.slice(count), {
		PORT: "0",
		// A separate directory, because other commands run at the same time.
		DATA_DIR: mkdtempSync(join(root.path, "data-")),
		LOG_LEVEL: "silent",
		...Object.fromEntries(variables),
	});
	const { code } = await command.ended;
	return { code, printed: command.output() };
};

const STACK = /^\s+at /m;
const CLICKHOUSE = (address: string) => `CLICKHOUSE_URL=http://u:p@${address}/db`;
const POSTGRES = (address: string) => `DATABASE_URL=postgres://u:p@${address}/db`;
const BACKUP = (address: string) =>
	`BACKUP_BUCKET_ENDPOINT=http://${address} BACKUP_BUCKET_ACCESS_KEY=a BACKUP_BUCKET_SECRET_KEY=b`;

describe("an invalid command line", () => {
	it.concurrent.each([
		"start --odd",
		"gateway --odd",
		"migrate --odd",
		"restore --odd",
		"dead-letters list odd",
		"version odd",
	])("prints the error and the usage: %s", async (line) => {
		const { code, printed } = await endOf(line);
		const [name = ""] = line.split(" ");
		expect([code, printed]).toEqual([78, expect.stringContaining(`\n\nfootfall ${name}`)]);
		expect(printed.split("\n")[0]).toMatch(/odd/);
	});
});

describe("an unusable value", () => {
	it.concurrent.each([
		["PORT=odd start", "PORT: must be a port number"],
		["HOST=192.0.2.1 gateway --workers 2", "This machine has no address 192.0.2.1"],
		["PORT=TAKEN start", "Port TAKEN of 127.0.0.1 is in use"],
		["HEALTH_PORT=TAKEN backend", "or set HEALTH_PORT to another"],
		[`DATA_DIR=${FILE} start`, "is a file; set DATA_DIR to a directory"],
		[`SECRET_FILE=${MISSING} start`, "SECRET_FILE: "],

		[`${POSTGRES("127.0.0.1:CLOSED")} start`, "DATABASE_URL: the connection is refused"],
		[`${POSTGRES("host.invalid")} migrate`, "DATABASE_URL: "],
		[
			`${POSTGRES("127.0.0.1:TAKEN")} migrate --check`,
			"DATABASE_URL: the server closes the connection",
		],
		[
			`DATABASE_URL=postgres://u:p@127.0.0.1:CLOSED/db?sslrootcert=${MISSING} migrate`,
			"DATABASE_URL: the socket or file does not exist",
		],

		[`${CLICKHOUSE("127.0.0.1:CLOSED")} start`, "CLICKHOUSE_URL: the connection is refused"],
		[`${CLICKHOUSE("host.invalid:8123")} migrate --check`, "CLICKHOUSE_URL: "],
		[
			`${CLICKHOUSE("127.0.0.1:TAKEN")} migrate --check`,
			"CLICKHOUSE_URL: the server there is not ClickHouse",
		],
		[`${CLICKHOUSE("127.0.0.1:8123")} CLICKHOUSE_CA=${MISSING} loader`, "CLICKHOUSE_CA: "],
		[
			`CLICKHOUSE_URL=https://u:p@127.0.0.1:8443/db CLICKHOUSE_CA=${FILE} loader`,
			"CLICKHOUSE_CA: ",
		],
		["loader", 'CLICKHOUSE_URL: "footfall loader" needs'],

		["QUEUE_URL=kafka://127.0.0.1:CLOSED/t topics", "QUEUE_URL: Kafka could not answer"],
		["QUEUE_URL=kafka://host.invalid:9092/t dead-letters list", "QUEUE_URL: Kafka could not"],

		[`GEO_CITY_DATABASE=${MISSING} gateway --workers 2`, "GEO_CITY_DATABASE: "],
		[`GEO_ASN_DATABASE=${FILE} gateway --workers 1`, "GEO_ASN_DATABASE: "],
		[`BOT_RANGES=${MISSING} gateway --workers 1`, "BOT_RANGES: "],

		[`DATA_DIR=${MISSING} backup ${join(root.path, "to")}`, `no directory ${MISSING}`],
		[`backup ${FILE}`, FILE],
		[`${BACKUP("127.0.0.1:CLOSED")} backup s3://bucket/to`, "BACKUP_BUCKET_ENDPOINT"],
		[`${BACKUP("127.0.0.1:TAKEN")} restore s3://bucket/to`, "The bucket bucket is unavailable"],
		["backup s3://b/to", "s3://b/to: must be an address such as s3://bucket/prefix"],
		[`restore ${MISSING}`, `${MISSING}: the file or directory does not exist`],
		[`restore ${EMPTY}`, EMPTY],

		["status odd", "odd: must be a role's address"],
		["status", "No product is running on"],
		["dance", 'Unknown command "dance"'],
		[`DATA_DIR=${MISSING} admin list-sites`, `no directory ${MISSING}`],
		[`DATA_DIR=${MISSING} dead-letters list`, `no directory ${MISSING}`],
		["demo", "There is no product data in"],
		[`export --site 1 --to ${join(root.path, "export")}`, "There is no product data in"],
		[`import umami --site 1 ${MISSING}`, `${MISSING}: does not exist`],
		[`import-logs --site 1 ${MISSING}`, "The sites are unknown: start"],
	])("ends the command with one sentence and exit code 78: %s", async (line, sentence) => {
		const { code, printed } = await endOf(line);
		expect(printed).toContain(withPorts(sentence));
		expect(printed).not.toMatch(STACK);
		const said = printed.replace("Invalid configuration:\n  ", "").split("\n\n")[0] ?? "";
		expect([code, said.trimEnd().split("\n")]).toEqual([78, [expect.any(String)]]);
	});
});
