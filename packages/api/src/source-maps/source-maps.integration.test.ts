import { createHash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { testDatabases } from "@footfall/testing/api/databases";
import {
	type PopulatedApi,
	startPopulatedApi,
	testSourceMaps,
} from "@footfall/testing/api/test-api";
import { bundleScript } from "@footfall/testing/bundle-script";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const DAY_MS = 24 * 60 * 60 * 1000;
const SOURCE = Array.from({ length: 12 }, (_, number) => `line ${number + 1}`).join("\n");
/** Everything on a line of the minified file comes from line 8 of the source. */
const mapOf = (source: string, changed: object = {}) =>
	JSON.stringify({
		version: 3,
		sources: [`../src/${source}`],
		sourcesContent: [SOURCE],
		names: ["add"],
		mappings: "AAOAA;AAAAA",
		...changed,
	});
const stackAt = (file: string) => `TypeError: no\n    at t (https://shop.example/${file}:1:33)`;

interface Part {
	release?: string;
	file?: string;
	hash?: string;
	map: string | Uint8Array;
	name?: string;
}

interface Resolved {
	data: {
		frames: { file: string; original?: { source: string; line: number; context: unknown } }[];
		missing: { file: string; reason: string; detail: string | null }[];
	};
}

const formOf = (...parts: Part[]) => {
	const form = new FormData();
	for (const { release, file, hash, map, name = "x.js.map" } of parts) {
		if (release !== undefined) form.append("release", release);
		if (file !== undefined) form.append("file", file);
		if (hash !== undefined) form.append("hash", hash);
		form.append("map", new Blob([map as BlobPart]), name);
	}
	return form;
};

const [database] = testDatabases;
if (!database) throw new Error("There is no database to test on");

describe("source maps", () => {
	let engine: Awaited<ReturnType<typeof database.open>>;
	let api: PopulatedApi;
	let maps: ReturnType<typeof testSourceMaps>;
	let now = Date.now();

	beforeAll(async () => {
		const worker = await bundleScript(new URL("./map-worker.ts", import.meta.url));
		maps = testSourceMaps(worker);
		engine = await database.open();
		api = await startPopulatedApi(await engine.create(), {
			sourceMaps: { ...maps, now: () => now },
		});
	});
	afterAll(async () => {
		await api.close();
		await engine.close();
	});

	const path = () => `/api/sites/${api.site.siteId}/source-maps`;
	const upload = async (
		form: FormData | string,
		{ to = path(), headers = api.as.owner }: { to?: string; headers?: Record<string, string> } = {},
	) => {
		now += 1000;
		const response = await fetch(api.origin + to, { method: "POST", body: form, headers });
		return { status: response.status, body: await response.json() };
	};
	const resolve = async (stack: string, more: object = {}) => {
		const answer = await api.ask(`/api/sites/${api.site.siteId}/errors/resolve-stack`, {
			headers: api.as.member,
			body: { stack, ...more },
		});
		expect(answer.status).toBe(200);
		return (answer.body as Resolved).data;
	};
	const listed = async (query = "") => {
		const { body } = await api.ask(path() + query, { headers: api.as.owner });
		return body as {
			data: { release: string; files: { file: string; lastUsedAt: string }[]; bytes: number }[];
			space: { bytes: number; maxBytes: number };
		};
	};
	const storedFiles = () =>
		readdirSync(maps.directory, { recursive: true })
			.map(String)
			.filter((name) => name.endsWith(".gz"))
			.sort();

	it("resolve a stack by release and file, with the lines around", async () => {
		const answer = await upload(
			formOf({ release: "1.0", file: "dist/assets/app.js", map: mapOf("cart.ts") }),
		);
		expect(answer).toEqual({
			status: 201,
			body: {
				data: [
					{
						file: "dist/assets/app.js",
						hash: null,
						bytes: mapOf("cart.ts").length,
						sources: 1,
						isKnown: false,
						warning: null,
					},
				],
			},
		});
		expect(await resolve(stackAt("assets/app.js?v=2"), { release: "1.0" })).toEqual({
			frames: [
				{
					functionName: "t",
					file: "https://shop.example/assets/app.js?v=2",
					line: 1,
					column: 33,
					original: {
						source: "src/cart.ts",
						line: 8,
						column: 1,
						name: "add",
						function: "",
						context: {
							before: ["line 3", "line 4", "line 5", "line 6", "line 7"],
							line: "line 8",
							after: ["line 9", "line 10", "line 11", "line 12"],
						},
					},
				},
			],
			missing: [],
		});
	});

	it("resolve the stacks of Firefox and Safari", async () => {
		for (const stack of [
			"t@https://shop.example/assets/app.js:1:33\n@https://shop.example/assets/app.js:1:40\n",
			"t@https://shop.example/assets/app.js:1:33\nglobal code@https://shop.example/assets/app.js:1:40",
		]) {
			const { frames } = await resolve(stack, { release: "1.0" });
			expect(frames.map(({ original }) => original?.line)).toEqual([8, 8]);
		}
	});

	it("say which map is missing, and leave other code alone", async () => {
		const stack = `${stackAt("assets/app.js")}\n    at x (chrome-extension://abc/c.js:1:1)\n    at <anonymous>:1:1`;
		expect((await resolve(stack, { release: "9.9" })).missing).toEqual([
			{ file: "https://shop.example/assets/app.js", reason: "no_map", detail: null },
		]);
		expect((await resolve(stack)).missing).toHaveLength(1);
	});

	it("of another release serve a file whose name has the hash of its content", async () => {
		const file = "assets/index-DiwrgTda.js";
		await upload(formOf({ release: "1.0", file, map: mapOf("index.ts") }));
		for (const more of [{}, { release: "1.1" }]) {
			const { frames } = await resolve(stackAt(file), more);
			expect(frames[0]?.original?.source).toBe("src/index.ts");
		}
	});

	it("are found by the hash of the file, whatever its name", async () => {
		const hash = createHash("sha256").update("the file").digest("hex");
		const answer = await upload(
			formOf({ hash: hash.toUpperCase(), file: "x.js", map: mapOf("by-hash.ts") }),
		);
		expect(answer.body).toMatchObject({ data: [{ hash }] });
		const address = "https://shop.example/other.js";
		const { frames } = await resolve(stackAt("other.js"), { hashes: { [address]: hash } });
		expect(frames[0]?.original?.source).toBe("src/by-hash.ts");
	});

	it("are stored once, also for several releases and files", async () => {
		const before = storedFiles();
		const map = mapOf("shared.ts");
		await upload(formOf({ release: "2.0", file: "a.js", map }, { file: "b.js", map }));
		const again = await upload(formOf({ release: "2.1", file: "a.js", map }));
		expect(again.body).toMatchObject({ data: [{ isKnown: true }] });
		expect(storedFiles()).toHaveLength(before.length + 1);
		const { data } = await listed();
		expect(
			data
				.slice(0, 2)
				.map(({ release }) => release)
				.sort(),
		).toEqual(["2.0", "2.1"]);
		expect((await listed("?release=2.0")).data).toMatchObject([
			{ release: "2.0", files: [{ file: "a.js" }, { file: "b.js" }], bytes: 2 * map.length },
		]);
	});

	it("of a deleted release are gone, but not those that another release has", async () => {
		const before = storedFiles();
		await upload(
			formOf(
				{ release: "3.0", file: "a.js", map: mapOf("only-3.ts") },
				{ file: "b.js", map: mapOf("shared.ts") },
			),
		);
		expect(storedFiles()).toHaveLength(before.length + 1);
		const gone = () =>
			api.ask(`${path()}?release=3.0`, { method: "DELETE", headers: api.as.owner });
		expect((await gone()).status).toBe(200);
		expect(storedFiles()).toEqual(before);
		expect((await gone()).status).toBe(404);
		expect((await resolve(stackAt("a.js"), { release: "2.0" })).frames[0]?.original?.source).toBe(
			"src/shared.ts",
		);
	});

	it.each([
		["no JSON", { release: "4", map: "<html>" }, 400, /^x\.js\.map is not JSON/],
		["no source map", { release: "4", map: "{}" }, 400, /has the version none/],
		["another version", { release: "4", map: mapOf("a", { version: 2 }) }, 400, /version 2/],
		["no mappings", { release: "4", map: mapOf("a", { mappings: null }) }, 400, /"mappings"/],
		[
			"no release and a plain name",
			{ map: mapOf("a") },
			400,
			/^Send the release before the map of x\.js/,
		],
		["a wrong hash", { hash: "abc", map: mapOf("a") }, 400, /64 hex characters/],
		["a long release", { release: "r".repeat(201), map: mapOf("a") }, 400, /200 characters/],
		[
			"a release that cannot be stored",
			{ release: "a\u0000", map: mapOf("a") },
			400,
			/^release must/,
		],
	])("with %s are refused with what to change", async (_what, part, status, error) => {
		const answer = await upload(formOf(part));
		expect(answer).toMatchObject({ status, body: { error: expect.stringMatching(error) } });
		expect((await listed("?release=4")).data).toEqual([]);
		expect(readdirSync(maps.incoming)).toEqual([]);
	});

	it("without the text of sources are accepted, and told so", async () => {
		const map = mapOf("dry.ts", { sourcesContent: undefined });
		const { body } = await upload(formOf({ release: "5", file: "dry.js", map }));
		expect(body).toMatchObject({
			data: [{ warning: expect.stringMatching(/^It has no "sourcesContent", so errors show/) }],
		});
		const { frames } = await resolve(stackAt("dry.js"), { release: "5" });
		expect(frames[0]?.original).toMatchObject({ source: "src/dry.ts", line: 8, context: null });
	});

	it("of which one is bad are all refused, and leave nothing", async () => {
		const before = storedFiles();
		const answer = await upload(
			formOf(
				{ release: "6", file: "a.js", map: mapOf("six.ts") },
				{ file: "b.js", map: "[", name: "b.js.map" },
			),
		);
		expect(answer).toMatchObject({
			status: 400,
			body: { error: expect.stringMatching(/^b\.js\.map/) },
		});
		expect(storedFiles()).toEqual(before);
		expect((await listed("?release=6")).data).toEqual([]);
	});

	it("of more than 50 MB, or more than 20 at once, are refused while they arrive", async () => {
		const large = await upload(
			formOf({ release: "7", map: Buffer.alloc(51 * 1024 * 1024, 32), name: "large.js.map" }),
		);
		expect(large).toMatchObject({
			status: 413,
			body: {
				error: expect.stringMatching(/^large\.js\.map has more than 50 MB: split the bundle/),
			},
		});
		const many = Array.from({ length: 21 }, (_, number) => ({
			release: "7",
			file: `${number}.js`,
			map: mapOf(`${number}.ts`),
		}));
		expect(await upload(formOf(...many))).toMatchObject({
			status: 400,
			body: { error: expect.stringMatching(/^Send at most 20 maps/) },
		});
		expect(readdirSync(maps.incoming)).toEqual([]);
	});

	it("in another form than multipart are refused", async () => {
		expect(await upload('{"map":1}')).toMatchObject({ status: 415 });
		const headers = { ...api.as.owner, "content-type": "multipart/form-data; boundary=x" };
		expect(
			await upload("--x\r\nContent-Disposition: form-data; name=map; filename=a\r\n\r\n{", {
				headers,
			}),
		).toMatchObject({
			status: 400,
			body: { error: expect.stringMatching(/not complete multipart/) },
		});
		expect(readdirSync(maps.incoming)).toEqual([]);
	});

	it("are for administrators and keys with their scope; sources are for members alone", async () => {
		const form = () => formOf({ release: "8", file: "a.js", map: mapOf("a.ts") });
		const { headers } = await api.keyWith({ "source-maps": ["write"] }, "organization");
		expect((await upload(form(), { headers })).status).toBe(201);
		expect((await upload(form(), { headers: api.as.member })).status).toBe(403);
		const other = await api.keyWith({ sites: ["write"] }, "organization");
		expect((await upload(form(), { headers: other.headers })).status).toBe(403);
		await api.ask(`/api/sites/${api.site.siteId}/config`, {
			...{ method: "PUT", headers: api.as.owner },
			body: { public: true },
		});
		const asked = { body: { stack: stackAt("a.js"), release: "8" } };
		const resolving = `/api/sites/${api.site.siteId}/errors/resolve-stack`;
		expect((await api.ask(resolving, asked)).status).toBe(401);
		expect((await api.ask(resolving, { ...asked, headers: api.as.stranger })).status).toBe(403);
	});

	it("whose file is gone are told", async () => {
		await upload(formOf({ release: "10", file: "gone.js", map: mapOf("gone.ts") }));
		const [{ mapHash = "" } = {}] =
			((await listed("?release=10")) as unknown as { data: { files: { mapHash: string }[] }[] })
				.data[0]?.files ?? [];
		rmSync(join(maps.directory, String(api.site.siteId), `${mapHash}.gz`));
		expect((await resolve(stackAt("gone.js"), { release: "10" })).missing).toMatchObject([
			{ reason: "unreadable", detail: "is not stored any more: upload it again" },
		]);
	});

	it("are noted as used, at most once an hour", async () => {
		await upload(formOf({ release: "11", file: "used.js", map: mapOf("used.ts") }));
		const used = async () => (await listed("?release=11")).data[0]?.files[0]?.lastUsedAt;
		const uploadedAt = new Date(now).toISOString();
		now += 30 * 60_000;
		await resolve(stackAt("used.js"), { release: "11" });
		expect(await used()).toBe(uploadedAt);
		now += DAY_MS;
		await resolve(stackAt("used.js"), { release: "11" });
		expect(await used()).toBe(new Date(now).toISOString());
	});
});
