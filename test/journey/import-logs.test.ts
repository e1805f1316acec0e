import { spawn } from "node:child_process";
import {
	appendFileSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openEmbeddedQueue } from "@footfall/queue";
import { openStore } from "@footfall/store";
import { eventually } from "@footfall/testing/eventually";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const MAIN = fileURLToPath(new URL("../../packages/server/bundle/main.js", import.meta.url));

const data = createTemporaryDirectory();
const logs = createTemporaryDirectory();
let product: Product;
let isRunning = false;

beforeAll(async () => {
	product = await startProduct(data.path);
	isRunning = true;
});
afterAll(async () => {
	if (isRunning) await product.stop();
	data.remove();
	logs.remove();
});

interface Ended {
	code: number | null;
	output: string;
	errors: string;
}

/** Runs `footfall import-logs` beside the product; `stop` ends one that follows its log. */
const importing = (...parameters: string[]) => {
	const child = spawn(process.execPath, [MAIN, "import-logs", ...parameters], {
		env: { PATH: process.env["PATH"], DATA_DIR: data.path },
		stdio: ["pipe", "pipe", "pipe"],
	});
	let output = "";
	let errors = "";
	child.stdout.on("data", (chunk: Buffer) => {
		output += chunk.toString();
	});
	child.stderr.on("data", (chunk: Buffer) => {
		errors += chunk.toString();
	});
	const ended = new Promise<Ended>((resolve) =>
		child.once("close", (code) => resolve({ code, output, errors })),
	);
	return { ended, stdin: child.stdin, stop: () => child.kill("SIGTERM") };
};

const CRAWLERS = [
	"Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)",
	"Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
	"curl/8.5.0",
];
const PERSON =
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const two = (number: number) => String(number).padStart(2, "0");
const timeIn = (time: Date) =>
	`${two(time.getUTCDate())}/${months[time.getUTCMonth()]}/${time.getUTCFullYear()}:${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())} +0000`;
const yesterday = new Date(Math.floor(Date.now() / 1000) * 1000 - 24 * 3_600_000);

const combined = (path: string, agent: string, address = "8.8.8.8") =>
	`${address} - - [${timeIn(yesterday)}] "GET ${path} HTTP/1.1" 200 512 "-" "${agent}"\n`;
const json = (path: string, agent: string, host: string) =>
	`${JSON.stringify({ remote_addr: "8.8.8.8", time_iso8601: yesterday.toISOString(), host, request_uri: path, http_user_agent: agent })}\n`;

/** The total number of lines that the command has recorded as read, over all logs. */
const linesRead = (): number => {
	const notes = join(data.path, "import-logs");
	return readdirSync(notes)
		.filter((name) => name.endsWith(".json"))
		.map((name) => JSON.parse(readFileSync(join(notes, name), "utf8")).lines as number)
		.reduce((sum, lines) => sum + lines, 0);
};

describe("bots in an access log", () => {
	const log = join(logs.path, "access.log");
	const jsonLog = join(logs.path, "access.json");

	it("are recorded, with unreadable lines reported by number and the other lines counted", async () => {
		writeFileSync(
			log,
			[
				...CRAWLERS.map((agent, index) => combined(`/page-${index}?a=1`, agent)),
				combined("/read", PERSON),
				"nonsense\n",
			].join(""),
		);
		expect(await importing("--site", product.siteId, log).ended).toEqual({
			code: 0,
			output: `${log}: 5 lines: 3 by bots recorded, 1 by others, 0 excluded by the site, 0 of other hosts, 0 older than the retention of bots, 1 unreadable\n`,
			errors: `${log}:5: neither the combined format nor JSON, and no #Fields line before it\n`,
		});
	});

	it("are not recorded again by a second run, nor when the saved position is lost", async () => {
		const again = await importing("--site", product.siteId, log).ended;
		expect(again.output).toContain("0 lines: 0 by bots");
		const copy = join(logs.path, "copy.log");
		writeFileSync(copy, combined("/copied", CRAWLERS[0] ?? ""));
		await importing("--site", product.siteId, copy).ended;
		rmSync(join(data.path, "import-logs"), { recursive: true });
		const third = await importing("--site", product.siteId, log, copy).ended;
		expect(third.output).toContain(`${log}: 5 lines: 3 by bots recorded`);
	});

	it("are recorded for the sites of their hosts, from JSON and from the standard input", async () => {
		writeFileSync(
			jsonLog,
			json("/json", CRAWLERS[0] ?? "", "Shop.example:443") +
				json("/elsewhere", CRAWLERS[0] ?? "", "other.example"),
		);
		const host = ["--host", `shop.example=${product.siteId}`];
		expect((await importing(...host, jsonLog).ended).output).toContain(
			"2 lines: 1 by bots recorded, 0 by others, 0 excluded by the site, 1 of other hosts",
		);
		const piped = importing(...host, "-");
		piped.stdin.end(json("/piped", CRAWLERS[1] ?? "", "shop.example").trimEnd());
		expect((await piped.ended).output).toContain("-: 1 lines: 1 by bots recorded");
	});

	it("are recorded from a log of IIS, unless they are older than the retention of bots", async () => {
		const iis = join(logs.path, "u_ex.log");
		const lineOf = (time: Date, path: string) =>
			`${time.toISOString().slice(0, 19).replace("T", " ")} GET ${path} - 8.8.8.8 GPTBot/1.2\r\n`;
		const longAgo = new Date(yesterday.getTime() - 100 * 24 * 3_600_000);
		writeFileSync(
			iis,
			`#Software: Microsoft Internet Information Services 10.0\r\n#Fields: date time cs-method cs-uri-stem cs-uri-query c-ip cs(User-Agent)\r\n${lineOf(longAgo, "/old")}${lineOf(yesterday, "/iis")}`,
		);
		expect((await importing("--site", product.siteId, iis).ended).output).toBe(
			`${iis}: 2 lines: 1 by bots recorded, 0 by others, 0 excluded by the site, 0 of other hosts, 1 older than the retention of bots, 0 unreadable\n`,
		);
	});

	it("are recorded as they are written, across a rotation, until a signal", async () => {
		const live = join(logs.path, "live.log");
		writeFileSync(live, combined("/live-1", CRAWLERS[0] ?? ""));
		const before = linesRead();
		const upTo = (lines: number) =>
			eventually(
				async () => linesRead() - before,
				(read) => read === lines,
			);
		const following = importing("--site", product.siteId, "--follow", live);
		await upTo(1);
		appendFileSync(live, combined("/live-2", CRAWLERS[0] ?? ""));
		renameSync(live, `${live}.1`);
		writeFileSync(live, combined("/live-3", CRAWLERS[0] ?? ""));
		await upTo(3);
		following.stop();
		expect((await following.ended).output).toContain("3 lines: 3 by bots recorded");
	});

	it("are each stored once, as the bots that they claim to be", async () => {
		const queue = openEmbeddedQueue({ directory: join(data.path, "queue") });
		await eventually(
			async () => queue.depth().records,
			(waiting) => waiting === 0,
		);
		await queue.close();
		await product.stop();
		isRunning = false;
		const store = openStore({ directory: join(data.path, "store") });
		const rows = await store.query(
			`SELECT pathname, querystring, hostname, bot_name, bot_operator, bot_purpose, country, ua_pattern, count() AS count,
				any(toUnixTimestamp64Milli(timestamp)) AS at
			FROM bots GROUP BY ALL ORDER BY pathname`,
		);
		await store.close();
		const row = (pathname: string, name: string, operator: string, purpose: string, more = {}) => ({
			pathname,
			querystring: "",
			hostname: "",
			bot_name: name,
			bot_operator: operator,
			bot_purpose: purpose,
			country: "US",
			ua_pattern: 1,
			count: 1,
			at: yesterday.getTime(),
			...more,
		});
		const gptBot = (pathname: string, more = {}) =>
			row(pathname, "GPTBot", "OpenAI", "ai_training", more);
		expect(rows).toEqual([
			gptBot("/copied"),
			gptBot("/iis"),
			gptBot("/json", { hostname: "shop.example" }),
			gptBot("/live-1"),
			gptBot("/live-2"),
			gptBot("/live-3"),
			gptBot("/page-0", { querystring: "?a=1" }),
			row("/page-1", "ClaudeBot", "Anthropic", "ai_training", { querystring: "?a=1" }),
			row("/page-2", "curl", "", "scripted", { querystring: "?a=1" }),
			row("/piped", "ClaudeBot", "Anthropic", "ai_training", { hostname: "shop.example" }),
		]);
	});
});

describe("the import-logs command", () => {
	it("reads the sites from disk when no product runs, without a warning", async () => {
		const log = join(logs.path, "later.log");
		writeFileSync(log, combined("/later", PERSON));
		expect(await importing("--site", product.siteId, log).ended).toEqual({
			code: 0,
			output: `${log}: 1 lines: 0 by bots recorded, 1 by others, 0 excluded by the site, 0 of other hosts, 0 older than the retention of bots, 0 unreadable\n`,
			errors: "",
		});
	});

	it.each([
		[[], "Name the log to read, or - for standard input."],
		[["--site", "999", "access.log"], "There is no site with the id 999."],
		[
			["--site", "1", "/nowhere/access.log"],
			"/nowhere/access.log: the file or directory does not exist",
		],
	])("%j prints what to change", async (parameters, message) => {
		const { code, errors } = await importing(...parameters).ended;
		expect([code, errors]).toEqual([78, expect.stringContaining(message)]);
	});
});
