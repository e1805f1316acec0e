import { startClickHouseShim } from "../store/clickhouse-shim.ts";

/** A ClickHouse server in a process of its own: `directory host port`. */
const [directory = "", host = "", port = ""] = process.argv.slice(2);
await startClickHouseShim(directory, { host, port: Number(port) });
console.log("ready");
