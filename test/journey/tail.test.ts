import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RecordEnvelope } from "@footfall/shared/envelope/record-envelope";
import { eventually } from "@footfall/testing/eventually";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { MAIN, type RunningCommand, runCommand } from "@footfall/testing/product/running-command";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

type Row = Record<string, unknown>;

const ADDRESS = "203.0.113.77";
const data = createTemporaryDirectory();
let product: Product;

const post = async (path: string, body: object, method = "POST") => {
	const response = await fetch(`${product.url}${path}`, {
		method,
		headers: { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
		body: JSON.stringify(body),
	});
	expect(response.status).toBe(200);
};
const track = (event: object) =>
	post("/api/track", {
		site_id: product.siteId,
		type: "pageview",
		hostname: "shop.example",
		ip_address: ADDRESS,
		user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
		...event,
	});

const tail = (...parameters: string[]) =>
	runCommand(["tail", ...parameters], { DATA_DIR: data.path });
const envelopesIn = (command: RunningCommand): Row[] =>
	command
		.output()
		.split("\n")
		.filter((line) => line.startsWith("{") && line.endsWith("}"))
		.map((line) => RecordEnvelope.parse(JSON.parse(line)));
const pathsIn = (command: RunningCommand) =>
	envelopesIn(command).map(({ page }) => (page as Row)["pathname"]);
const positionIn = (command: RunningCommand) =>
	/Continue with --from (\S+)/.exec(command.output())?.[1] ?? "";

const ended = async (command: RunningCommand) => {
	expect(await command.ended, command.output()).toEqual({ code: 0, signal: null });
	return command;
};

beforeAll(async () => {
	product = await startProduct(data.path);
	await post(`/api/sites/${product.siteId}/config`, { trackIp: true }, "PUT");
	await eventually(
		async () => {
			const path = join(data.path, "gateway", "configuration.json");
			return existsSync(path) ? readFileSync(path, "utf8") : "";
		},
		(text) => text.includes('"trackIp":true'),
	);
});
afterAll(async () => {
	await product?.stop();
	data.remove();
});

describe("footfall tail beside a running product", () => {
	it("prints an event soon after it was sent, and ends at a signal with its position", async () => {
		const following = tail("--site", product.siteId, "--from", "now");
		// It has begun once it prints a first event.
		let sent = 0;
		await eventually(
			async () => {
				await track({ pathname: `/first/${sent++}` });
				return envelopesIn(following).length;
			},
			(lines) => lines > 0,
		);
		await eventually(
			async () => pathsIn(following),
			(paths) => paths.includes(`/first/${sent - 1}`),
		);
		const sentAt = performance.now();
		await track({ pathname: "/soon" });
		await following.says(/"pathname":"\/soon"/);
		expect(performance.now() - sentAt).toBeLessThan(10_000);
		following.send("SIGINT");
		await ended(following);

		await track({ pathname: "/while-away" });
		const next = await ended(
			tail("--all", "--from", positionIn(following), "--no-follow", "--type", "pageview"),
		);
		expect(pathsIn(next)).toEqual(["/while-away"]);
	});

	it("prints what is stored under the columns of an export, without an address", async () => {
		await track({
			type: "custom_event",
			event_name: "purchase",
			pathname: "/paid",
			properties: { items: 2 },
			revenue: { amount: "29.90", currency: "EUR" },
			order_id: "1001",
		});
		await track({ type: "performance", lcp: 900.5, pathname: "/fast" });
		const all = await ended(tail("--all", "--from", "beginning", "--no-follow"));
		expect(all.output()).not.toContain(ADDRESS);
		const envelopes = envelopesIn(all);
		const read = async (attempt: number): Promise<Row[]> => {
			const to = join(data.path, `export-${attempt}`);
			await ended(
				runCommand(["export", "--site", product.siteId, "--to", to], { DATA_DIR: data.path }),
			);
			const lines = readFileSync(join(to, "events.jsonl"), "utf8").trim().split("\n");
			return lines.map((line) => JSON.parse(line) as Row);
		};
		let attempt = 0;
		const stored = await eventually(
			() => read(attempt++),
			(rows) => rows.length === envelopes.length,
		);
		const rows = new Map(stored.map((row) => [row["event_id"], row]));
		for (const { id, site, at, received_at, v: _, ...groups } of envelopes) {
			const { money, properties, ...others } = groups;
			const flat = Object.assign(
				{},
				...Object.values(others).map((value) => (typeof value === "object" ? value : {})),
			) as Row;
			const row = rows.get(id) ?? {};
			const time = (text: unknown) => String(text).replace("T", " ").replace("Z", "");
			expect(row).toMatchObject({
				...flat,
				site_id: site,
				type: groups["type"],
				event_name: groups["event_name"],
				timestamp: time(at),
				received_at: time(received_at),
				...(money !== undefined && { currency: "EUR", order_id: "1001" }),
			});
			expect(JSON.parse(String(row["properties"]))).toEqual(properties);
			expect(Number(row["revenue"])).toBe(Number((money as Row | undefined)?.["revenue"] ?? 0));
		}
	});

	it("finds a site by its domain, stops after a number of lines, and continues from a line", async () => {
		const { domain } = await product.get<{ domain: string }>(`/api/sites/${product.siteId}`);
		const first = await ended(
			tail("--site", domain, "--from", "1h", "--limit", "2", "--positions"),
		);
		const lines = first.output().split("\n").slice(0, 2);
		const [one, two] = lines.map((line) => JSON.parse(line) as Row);
		const again = await ended(
			tail("--site", domain, "--from", String(one?.["position"]), "--limit", "1"),
		);
		expect(envelopesIn(again)[0]?.["id"]).toBe(two?.["id"]);
	});

	it("ends when its reader does", async () => {
		const child = spawn(process.execPath, [MAIN, "tail", "--all", "--from", "beginning"], {
			env: { PATH: process.env["PATH"], DATA_DIR: data.path },
			stdio: ["ignore", "pipe", "ignore"],
		});
		const code = new Promise((resolve) => child.once("exit", resolve));
		await new Promise((resolve) => child.stdout.once("data", resolve));
		child.stdout.destroy();
		const sending = setInterval(() => void track({ pathname: "/unread" }), 200);
		expect(await code).toBe(0);
		clearInterval(sending);
	});

	it.each([
		[["--site", "unknown.example"], /no site with the number, id or domain "unknown.example"/],
		[["--all", "--from", "0123456789abcdef:0=1"], /belongs to another log/],
		[["--all", "--from", "soon"], /--from must be beginning/],
	])("says what to change: %j", async (parameters, message) => {
		const refused = tail(...parameters);
		expect((await refused.ended).code).toBe(78);
		expect(refused.output()).toMatch(message);
	});
});
