import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createReplicas, type Replica } from "./replicas.ts";

class Broken extends Error {}
class ReadOnly extends Error {}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createServers = (count: number) => {
	const said: string[] = [];
	const servers = Array.from({ length: count }, (_none, index) => {
		const server = {
			name: `server-${index + 1}`,
			answers: true,
			isReadOnly: false,
			catchesUp: true,
			statements: 0,
		};
		return server;
	});
	const replicas = servers.map(
		(server): Replica<typeof server> => ({
			name: server.name,
			client: server,
			ping: async () => server.answers,
			catchUp: async () => {
				said.push(`${server.name} catches up`);
				if (!server.catchesUp) throw new Error("behind");
			},
		}),
	) as [Replica<(typeof servers)[0]>, ...Replica<(typeof servers)[0]>[]];
	const { run, close } = createReplicas(replicas, {
		isConnectionLost: (error) => error instanceof Broken || (error as Error).name === "AbortError",
		isUnableToServe: (error) => error instanceof ReadOnly,
		watchMs: 1000,
		switched: (from, to, reason) => said.push(`${from} → ${to}: ${reason}`),
	});
	const ask = (isRepeatable: boolean) =>
		run(async (server) => {
			server.statements++;
			if (!server.answers) throw new Broken("refused");
			if (server.isReadOnly) throw new ReadOnly("read-only");
			return server.name;
		}, isRepeatable);
	return { servers: servers as [(typeof servers)[0], ...typeof servers], said, ask, run, close };
};

describe("statements sent to one of several servers", () => {
	it("stay on the first one while it responds", async () => {
		const { servers, ask, close } = createServers(2);
		expect([await ask(true), await ask(false)]).toEqual(["server-1", "server-1"]);
		expect(servers.map(({ statements }) => statements)).toEqual([2, 0]);
		close();
	});

	it("run again on the next one that responds, once it has caught up, and stay there", async () => {
		const { servers, said, ask, close } = createServers(3);
		servers[0].answers = false;
		(servers[1] as { answers: boolean }).answers = false;
		expect(await ask(true)).toBe("server-3");
		servers[0].answers = true;
		expect(await ask(true)).toBe("server-3");
		expect(said).toEqual(["server-3 catches up", "server-1 → server-3: refused"]);
		close();
	});

	it("fail once if they may have run and must not run twice", async () => {
		const { servers, ask, close } = createServers(2);
		servers[0].answers = false;
		await expect(ask(false)).rejects.toThrow("refused");
		expect(await ask(false)).toBe("server-2");
		close();
	});

	it("run on the next one if the first reports that it did nothing", async () => {
		const { servers, ask, close } = createServers(2);
		servers[0].isReadOnly = true;
		expect(await ask(false)).toBe("server-2");
		close();
	});

	it("run again on the same one if only a connection broke", async () => {
		const { run, close } = createServers(2);
		let failures = 1;
		const answer = await run(async ({ name }) => {
			if (failures-- > 0) throw new Broken("hung up");
			return name;
		}, true);
		expect(answer).toBe("server-1");
		close();
	});

	it("are not sent to a server that lags behind", async () => {
		const { servers, ask, close } = createServers(2);
		servers[0].answers = false;
		(servers[1] as { catchesUp: boolean }).catchesUp = false;
		await expect(ask(true)).rejects.toThrow("refused");
		servers[0].answers = true;
		expect(await ask(true)).toBe("server-1");
		close();
	});

	it("leave a server that accepts them and never responds", async () => {
		const { servers, run, said, close } = createServers(2);
		const answer = run((server, signal) => {
			if (server.answers) return Promise.resolve(server.name);
			return new Promise<string>((_resolve, reject) => {
				signal.addEventListener("abort", () => reject(new Broken("given up")));
			});
		}, true);
		expect(await answer).toBe("server-1");
		servers[0].answers = false;
		const late = run((server, signal) => {
			if (server.answers) return Promise.resolve(server.name);
			return new Promise<string>((_resolve, reject) => {
				signal.addEventListener("abort", () => reject(new Broken("given up")));
			});
		}, true);
		await vi.advanceTimersByTimeAsync(1000);
		expect(await late).toBe("server-2");
		expect(said).toContain("server-1 → server-2: the server no longer answers");
		close();
	});
});
