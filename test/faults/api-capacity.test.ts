import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { pause } from "@footfall/shared/waiting/pause";
import { migrateStore, openStore } from "@footfall/store";
import { roleOf } from "@footfall/testing/product/process-tree";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const EVENTS = rounds(400_000, 2_000_000);
const HEAVY_CLIENTS = 20;
const REPORTS = rounds(20, 200);
const BURST = rounds(400, 700);
/** A machine that is otherwise busy answers fewer of them at a time. */
const MAX_TURNS = 8;
const MEGABYTE = 1024 * 1024;

let data: ReturnType<typeof createTemporaryDirectory>;
let product: Product;

/** Four and a half months of visits to the first site of the product started here. */
const fill = async (directory: string) => {
	const store = openStore({ directory: join(directory, "store") });
	await migrateStore(store);
	await store.command(
		`INSERT INTO events (site_id, timestamp, received_at, type, session_id, user_id, hostname, pathname, page_title, browser, country, channel)
		SELECT 1, now64(3) - toIntervalSecond(intDiv(number * 135 * 86400, ${EVENTS})) AS timestamp, timestamp, 'pageview',
			cityHash64(intDiv(number, 4)), cityHash64(intDiv(number, 12)), 'example.com',
			concat('/page/', toString(cityHash64(number) % 500)), concat('Page ', toString(cityHash64(number) % 500)),
			['Chrome', 'Firefox', 'Safari'][1 + number % 3], ['DE', 'FR', 'US'][1 + number % 3], 'Direct'
		FROM numbers(${EVENTS})`,
	);
	await store.close();
};

beforeAll(async () => {
	data = createTemporaryDirectory();
	await fill(data.path);
	// Extra addresses are cheap for an attacker with a few, so each of these clients has one.
	product = await startProduct(data.path, { TRUST_PROXY: "loopback" });
	const { status } = await fetch(`${product.url}/api/sites/${product.siteId}/config`, {
		method: "PUT",
		headers: { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
		body: JSON.stringify({ public: true }),
	});
	expect(status).toBe(200);
});
afterAll(async () => {
	await product?.stop();
	data?.remove();
});

interface Answer {
	status: number;
	retryAfter: string | null;
	ms: number;
	bytes: number;
}

const ask = async (path: string, headers: Record<string, string>): Promise<Answer> => {
	const began = performance.now();
	const response = await fetch(`${product.url}/api/sites/${product.siteId}${path}`, { headers });
	const { byteLength } = await response.arrayBuffer();
	return {
		status: response.status,
		retryAfter: response.headers.get("retry-after"),
		ms: performance.now() - began,
		bytes: byteLength,
	};
};
const from = (client: number) => ({ "x-forwarded-for": `198.51.100.${client % 250}` });
const owner = () => ({ authorization: `Bearer ${product.apiKey}` });

const quantileOf = (numbers: readonly number[], share: number): number => {
	const sorted = numbers.toSorted((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
const shown = (answers: readonly Answer[]) => {
	const times = answers.map(({ ms }) => ms);
	return `p50 ${quantileOf(times, 0.5).toFixed(0)} ms, p99 ${quantileOf(times, 0.99).toFixed(0)} ms`;
};
const countOf = (answers: readonly Answer[], status: number) =>
	answers.filter((answer) => answer.status === status).length;

/** Every request is either answered or refused with Retry-After; none fails. */
const expectInTurn = (answers: readonly Answer[]) => {
	for (const { status, retryAfter } of answers)
		if (status === 200) expect(retryAfter).toBeNull();
		else expect([status, retryAfter]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)]);
};

let asked = 0;
/** A different query each time: equal ones share one result. */
const matching = (pattern: string) => {
	const value = [`(${pattern})|^question-${asked++}$`];
	return encodeURIComponent(JSON.stringify([{ parameter: "pathname", type: "regex", value }]));
};
/** Over all stored rows, without roll-ups or caches; a few responses are nearly as long as allowed. */
const HEAVY = [
	() => `/overview/time-series?bucket=fifteen_minutes&filters=${matching("(1|3|5)+.*[0-9]$")}`,
	() => `/metric?parameter=pathname&limit=1000&filters=${matching("^/p.*(2|4)")}`,
	() => `/journeys?steps=10&limit=500&filters=${matching("^/page/.*")}`,
	() => `/page-titles?limit=1000&filters=${matching("[02468]$")}`,
	() => `/sessions?limit=1000&min_pageviews=2&filters=${matching("7|8|9")}`,
];

const cheap = () => {
	const now = Date.now();
	const at = (ms: number) => new Date(ms).toISOString().slice(0, 19);
	return `/overview?start_datetime=${at(now - 6 * 3_600_000)}&end_datetime=${at(now)}`;
};

/** One report after the other, with the number of other clients' reports that were answered while each waited. */
const askOneByOne = async (many: number, others: () => number) => {
	const answers: Answer[] = [];
	const passedBy: number[] = [];
	for (let number = 0; number < many; number++) {
		const before = others();
		answers.push(await ask(cheap(), owner()));
		passedBy.push(others() - before);
	}
	return { answers, passedBy };
};

describe("twenty visitors who request the heaviest reports without pause", () => {
	it("delay another client's report by about one of theirs", async (context) => {
		const alone = await askOneByOne(REPORTS, () => 0);
		const heavy: Answer[] = [];
		let isOver = false;
		const clients = Array.from({ length: HEAVY_CLIENTS }, async (_, client) => {
			for (let turn = client; !isOver; turn++)
				heavy.push(await ask((HEAVY[turn % HEAVY.length] ?? cheap)(), from(client)));
		});
		while (heavy.length < 3) await pause(20);
		const beside = await askOneByOne(REPORTS, () => heavy.length);
		isOver = true;
		await Promise.all(clients);

		expectInTurn(heavy);
		expect(beside.answers.map(({ status }) => status)).toEqual(Array(REPORTS).fill(200));
		// In one shared queue, each would wait for some twenty others.
		expect(quantileOf(beside.passedBy, 0.9)).toBeLessThanOrEqual(HEAVY_CLIENTS / 2);
		expect(Math.max(...heavy.map(({ bytes }) => bytes))).toBeLessThan(5 * MEGABYTE);
		const answered = heavy.filter(({ status }) => status === 200);
		report(
			context,
			"P23",
			`20 heavy anonymous clients over ${EVENTS} events: another's report ${shown(beside.answers)} (alone ${shown(alone.answers)}), passed by ${quantileOf(beside.passedBy, 0.9)} of theirs; of ${heavy.length} heavy ones ${answered.length} answered, ${shown(answered)}, the others 503 with Retry-After`,
		);
	});
});

describe("a burst of cheap reports by many callers", () => {
	it("is answered, and callers refused with Retry-After are answered when they come back", async (context) => {
		const all = Array.from({ length: BURST }, (_, client) => client);
		const first = await Promise.all(all.map((client) => ask(cheap(), from(client))));
		expectInTurn(first);
		let waiting = all.filter((client) => first[client]?.status !== 200);
		for (let turn = 0; waiting.length > 0 && turn < MAX_TURNS; turn++) {
			await pause(5000);
			const again = await Promise.all(waiting.map((client) => ask(cheap(), from(client))));
			expectInTurn(again);
			waiting = waiting.filter((_, index) => again[index]?.status !== 200);
		}
		expect(waiting).toEqual([]);
		report(
			context,
			"P23",
			`${BURST} reports at once: ${countOf(first, 200)} answered at the first try, ${shown(first)}, the others after 503 with Retry-After`,
		);
	});
});

/** The private memory of a role of the product, in MB. */
const memoryOf = (role: string): number => {
	const status = readFileSync(`/proc/${roleOf(product.pid, role)}/status`, "utf8");
	return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1024;
};

describe("batches of five million empty rows", () => {
	it("are refused at little cost to memory and to other requests", async (context) => {
		const imports = `${product.url}/api/sites/${product.siteId}/imports`;
		const json = { ...owner(), "content-type": "application/json" };
		const begun = await fetch(imports, {
			method: "POST",
			headers: json,
			body: JSON.stringify({ platform: "umami" }),
		});
		const { data } = (await begun.json()) as { data: { importId: string } };
		const body = gzipSync(`{"events":[${"{},".repeat(5_000_000)}{}]}`);
		expect(body.length).toBeLessThan(100_000);

		const before = memoryOf("backend");
		let most = before;
		const watch = setInterval(() => {
			most = Math.max(most, memoryOf("backend"));
		}, 20);
		let isOver = false;
		const others = (async () => {
			const answers: Answer[] = [];
			while (!isOver) answers.push(await ask(cheap(), owner()));
			return answers;
		})();
		const send = async (): Promise<[number, string]> => {
			const response = await fetch(`${imports}/${data.importId}/events`, {
				method: "POST",
				headers: { ...json, "content-encoding": "gzip" },
				body,
			});
			const { message } = (await response.json()) as { message: string };
			// Few are read at a time; on a busy machine the last of them have to retry.
			if (response.status !== 503) return [response.status, message];
			await pause(Number(response.headers.get("retry-after")) * 1000);
			return send();
		};
		const sent = await Promise.all(Array.from({ length: 12 }, send));
		isOver = true;
		const answers = await others;
		clearInterval(watch);

		const refusal = "A batch has at most 20000 rows and 1000000 values: send smaller batches";
		expect(sent).toEqual(Array(12).fill([413, refusal]));
		expectInTurn(answers);
		expect(countOf(answers, 200)).toBeGreaterThan(answers.length / 2);
		expect(most - before).toBeLessThan(200);
		report(
			context,
			"P23",
			`12 batches of 5,000,000 empty rows, ${(body.length / 1024).toFixed(0)} kB each: all 413; the backend grew by ${(most - before).toFixed(0)} MB; another's reports meanwhile ${shown(answers)}`,
		);
	});
});
