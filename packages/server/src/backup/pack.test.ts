import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { packTree } from "./pack.ts";
import { type TreeEntry, treeEntries } from "./tree.ts";
import { UnreadablePackError, unpackTree } from "./unpack.ts";

const root = mkdtempSync(join(tmpdir(), "pack-"));
afterAll(() => rmSync(root, { recursive: true }));
let last = 0;
const newDirectory = () => {
	const path = join(root, String(++last));
	mkdirSync(path);
	return path;
};

const packed = async (from: string, isGzip: boolean) => {
	const pieces: Buffer[] = [];
	for await (const piece of packTree(from, treeEntries(from), isGzip)) pieces.push(piece);
	return pieces;
};

async function* inChunks(bytes: Buffer, size: number) {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const contentsOf = (directory: string) =>
	Object.fromEntries(
		treeEntries(directory).map((entry) => [
			entry.path,
			entry.type === "file" ? readFileSync(join(directory, entry.path), "latin1") : entry,
		]),
	);

describe("a pack", () => {
	it("stores a tree, however its bytes are split", () =>
		fc.assert(
			fc.asyncProperty(
				fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.uint8Array({ maxLength: 3000 }), {
					maxKeys: 6,
				}),
				fc.boolean(),
				fc.integer({ min: 1, max: 5000 }),
				async (files, isGzip, chunk) => {
					const from = newDirectory();
					mkdirSync(join(from, "below", "empty"), { recursive: true });
					symlinkSync("below/empty", join(from, "link-to-it"));
					for (const [name, bytes] of Object.entries(files))
						writeFileSync(join(from, "below", name), bytes);
					const bytes = Buffer.concat(await packed(from, isGzip));
					const to = newDirectory();
					await unpackTree(inChunks(bytes, chunk), { root: to, to, isGzip });
					expect(contentsOf(to)).toEqual(contentsOf(from));
				},
			),
			{ numRuns: 30 },
		));

	it("may contain a single file", async () => {
		const from = newDirectory();
		writeFileSync(join(from, "secret"), "the secret");
		const bytes = Buffer.concat(await packed(join(from, "secret"), true));
		const to = newDirectory();
		await unpackTree(inChunks(bytes, 100), { root: to, to: join(to, "secret"), isGzip: true });
		expect(readFileSync(join(to, "secret"), "utf8")).toBe("the secret");
	});

	it("is rejected when truncated", async () => {
		const from = newDirectory();
		writeFileSync(join(from, "file"), "some bytes");
		const bytes = Buffer.concat(await packed(from, false));
		const to = newDirectory();
		const cut = inChunks(bytes.subarray(0, -1), 100);
		await expect(unpackTree(cut, { root: to, to, isGzip: false })).rejects.toThrow(
			"it is truncated",
		);
	});

	it.each<[string, object]>([
		["a path outside the target", { path: "../out", type: "file", bytes: 0 }],
		["a path that leaves the target midway", { path: "a/../../out", type: "directory" }],
		["an absolute path", { path: "/tmp/out", type: "file", bytes: 0 }],
		["a link outside the target", { path: "link", type: "link", to: "../../out" }],
		["an absolute link", { path: "link", type: "link", to: "/etc/passwd" }],
		["another type", { path: "file", type: "device" }],
		["a negative length", { path: "file", type: "file", bytes: -1 }],
		["no entry", []],
	])("is rejected with %s, and writes nothing", async (_what, entry) => {
		const to = newDirectory();
		const bytes = Buffer.from(`${JSON.stringify(entry as TreeEntry)}\n`);
		await expect(unpackTree(inChunks(bytes, 10), { root: to, to, isGzip: false })).rejects.toThrow(
			UnreadablePackError,
		);
		expect(readdirSync(to)).toEqual([]);
	});
});
