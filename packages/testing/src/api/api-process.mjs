import { mkdtempSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApi } from "@footfall/api";
import { createSourceMapFolder, openStore } from "@footfall/store";

/**
 * Run as a process until it is killed: the built api on a PostgreSQL server, which sends mails and calls webhooks. The
 * events are in a ClickHouse database, or there are none. Prints its address once it serves, and after the first start the
 * owner's key.
 */
const [url = "", smtpUrl = "", storeUrl = ""] = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), "footfall-"));
const log = (fields, message) => {
	if (process.env["VERBOSE"]) process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
};
const api = await startApi({
	listen: { host: "127.0.0.1", port: 0 },
	database: { url },
	store: storeUrl
		? openStore({ url: storeUrl })
		: { query: async () => [], insert: async () => {}, command: async () => {} },
	deleteEvents: async () => {},
	erasePerson: async () => true,
	importedEvents: () => () => {
		throw new Error("Nothing is imported");
	},
	destinations: {
		check: async () => "",
		columns: [],
		policy: { folder: "/exports", privateNetworks: true },
	},
	sourceMaps: { files: createSourceMapFolder(directory), incoming: join(directory, "incoming") },
	secret: "a secret of the tests, long enough to sign",
	internalToken: "the internal token of the tests",
	disableSignup: false,
	owner: { email: "owner@example.com", password: "correct horse" },
	trustForwarded: true,
	logger: { info: log, warn: log, error: log },
	mail: { smtpUrl, from: "footfall@example.com" },
	baseUrl: "https://stats.example.com",
});
const answer = { origin: `http://127.0.0.1:${api.port}`, key: api.firstStart?.apiKey };
writeSync(1, `${JSON.stringify(answer)}\n`);
