import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { configurationFrom } from "../configuration/configuration.ts";
import { postToBackend } from "./post-to-backend.ts";

const SECRET = "a secret of at least 32 characters";
const undo: (() => unknown)[] = [];
let directory: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "post-to-backend-"));
});
afterEach(async () => {
	for (const step of undo.splice(0)) await step();
	rmSync(directory, { recursive: true });
});

const post = (variables: NodeJS.ProcessEnv = { SECRET }) =>
	postToBackend(configurationFrom({ DATA_DIR: directory, ...variables }), "/internal/admin", {});

const backendThat = async (answer: RequestListener) => {
	const server = createServer(answer).listen(join(directory, "backend.sock"));
	await once(server, "listening");
	undo.push(() => server.close());
};

describe("a command that calls the backend", () => {
	it("detects that none runs, without generating a secret", async () => {
		expect(await post({})).toBeUndefined();
		expect(readdirSync(directory)).toEqual([]);
	});

	it("gets an answer from one with the same secret", async () => {
		await backendThat((request, response) => response.end(request.headers.authorization));
		const answer = await post();
		expect(answer && (await text(answer))).toMatch(/^Bearer [\w-]{43}$/);
	});

	it("reports a backend with another secret", async () => {
		await backendThat((_request, response) => response.writeHead(401).end("{}"));
		await expect(post()).rejects.toThrow(
			`SECRET differs: the product running on ${directory} has a different one from this command.`,
		);
	});
});
