import { MAX_DESTINATIONS, NO_PROGRESS } from "@footfall/shared/destinations/destination";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { afterEach, expect, it } from "vitest";

const PATH = "/api/destinations";
const SIGNING_SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const FOLDER = {
	name: "Lake",
	target: { kind: "folder", path: "lake" },
	filter: { hasBots: false },
	start: "now",
};
const HOOK = {
	...FOLDER,
	name: "Hook",
	target: { kind: "http", url: "https://93.184.216.34/events" },
	secret: SIGNING_SECRET,
};
const KAFKA = {
	...FOLDER,
	name: "Kafka",
	target: {
		kind: "kafka",
		...{ brokers: ["93.184.216.34:9092"], topic: "events", tls: true, user: "footfall" },
	},
	secret: "the password of the brokers",
};
const tried: unknown[] = [];
let failure = "";

onEachDatabase(
	"destinations",
	(stage) => {
		const ask = (path = "", asked: { method?: string; body?: unknown } = {}) =>
			stage.api.ask(PATH + path, { headers: stage.api.as.owner, ...asked });
		const list = async () => {
			const { body } = await ask();
			return (body as { data: Record<string, unknown>[] }).data;
		};
		const add = async (body: object = FOLDER): Promise<number> => {
			const answer = await ask("", { body });
			expect(answer).toMatchObject({ status: 201 });
			return (answer.body as { destinationId: number }).destinationId;
		};
		const refusalOf = async (body: object): Promise<unknown> => {
			const { status, body: answered } = await ask("", { body });
			return status === 400 ? answered : status;
		};
		afterEach(async () => {
			failure = "";
			tried.length = 0;
			for (const { destinationId } of await list())
				await ask(`/${destinationId}`, { method: "DELETE" });
		});

		it("are added, listed with their state, and removed", async () => {
			const id = await add({ ...FOLDER, columns: ["pathname"], start: "history" });
			const listed = {
				...{ destinationId: id, name: "Lake", target: { kind: "folder", path: "/exports/lake" } },
				...{ filter: { hasBots: false }, columns: ["pathname"], start: "history" },
				...{ isPaused: false, hasSecret: false },
				progress: {
					...{ phase: "running", delivered: 0, filtered: 0, failure: "" },
					...{ failingSince: null, lagEvents: 0, lagMs: 0, deliveredAt: null },
				},
				...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
			};
			expect((await ask()).body).toEqual({
				data: [listed],
				permitted: { folder: "/exports", privateNetworks: false },
				columns: ["event_id", "pathname"],
			});
			expect(await ask(`/${id}`, { method: "DELETE" })).toMatchObject({ status: 200 });
			expect(await list()).toEqual([]);
			for (const path of [`/${id}`, "/0", "/lake"])
				expect(await ask(path, { method: "DELETE" })).toMatchObject({ status: 404 });
		});

		it("are for administrators of the instance alone, with a session or an unlimited key", async () => {
			const { as, keyWith } = stage.api;
			const limited = await keyWith({ org: ["write"], sites: ["write"] }, "personal");
			const ofOrganization = await keyWith(null, "organization");
			const statuses = async (headers: Record<string, string>) =>
				(await stage.api.ask(PATH, { headers })).status;
			expect([await statuses(as.owner), await statuses(as.ownerKey)]).toEqual([200, 200]);
			expect([await statuses(as.admin), await statuses(limited.headers)]).toEqual([403, 403]);
			expect([await statuses(as.nobody), await statuses(ofOrganization.headers)]).toEqual([
				...[401, 401],
			]);
		});

		it("never answer, log or store a secret as it is", async () => {
			const id = await add(HOOK);
			await ask(`/${id}`, { method: "PUT", body: { secret: SIGNING_SECRET } });
			await ask("/check", { body: { ...HOOK, destinationId: id } });
			const { body } = await ask();
			expect((body as { data: unknown[] }).data).toMatchObject([{ hasSecret: true }]);
			const log = await stage.api.ask(`${stage.api.organization}/audit-log`, {
				headers: stage.api.as.owner,
			});
			const seen = JSON.stringify([body, log.body, stage.api.logged]);
			expect(seen).toContain("destination.create");
			expect(seen).not.toContain(SIGNING_SECRET);
			expect(seen).not.toContain(SIGNING_SECRET.slice("whsec_".length));
		});

		it("are written to the audit log, with the names of the changed fields alone", async () => {
			const id = await add();
			await ask(`/${id}`, { method: "PUT", body: { name: "Other" } });
			await ask(`/${id}/pause`, { body: {} });
			const { body } = await stage.api.ask(
				`${stage.api.organization}/audit-log?action=destination`,
				{ headers: stage.api.as.owner },
			);
			const { data } = body as { data: { action: string; target: string; details: object }[] };
			expect(
				data.slice(0, 3).map(({ action, target, details }) => [action, target, details]),
			).toEqual([
				["destination.pause", `${PATH}/${id}/pause`, {}],
				["destination.update", `${PATH}/${id}`, { fields: ["name"] }],
				["destination.create", PATH, { fields: ["name", "target", "filter", "start"] }],
			]);
		});

		it("keep their kind, their place and what is not sent when they are changed", async () => {
			const id = await add({ ...HOOK, columns: ["pathname"] });
			const changed = await ask(`/${id}`, {
				method: "PUT",
				body: { name: "Other", columns: null },
			});
			expect(changed.body).toMatchObject({
				...{ name: "Other", columns: null, target: HOOK.target, hasSecret: true },
			});
			const body = { target: FOLDER.target };
			expect(await ask(`/${id}`, { method: "PUT", body })).toMatchObject({
				status: 400,
				body: { error: expect.stringContaining("keeps its kind") },
			});
			expect(await ask("/999999", { method: "PUT", body: {} })).toMatchObject({ status: 404 });
		});

		it("need the secret again for another address, so that it is sent to nobody else", async () => {
			const id = await add(KAFKA);
			const move = (asked: object) => ask(`/${id}`, { method: "PUT", body: asked });
			const topic = { ...KAFKA.target, topic: "other" };
			expect(await move({ target: topic })).toMatchObject({ status: 200 });
			const target = { ...topic, brokers: ["93.184.216.35:9092"] };
			expect(await move({ target })).toMatchObject({ status: 400 });
			const trial = { ...KAFKA, target, secret: undefined, destinationId: id };
			expect(await ask("/check", { body: trial })).toMatchObject({ status: 400 });
			expect(await move({ target, secret: "another password" })).toMatchObject({ status: 200 });
			expect(tried).toEqual([]);
		});

		it("are paused and resumed, which the runner sees as a new version", async () => {
			const id = await add();
			const version = async () => {
				const [row] = await stage.api.destinations.list();
				return [row?.version, row?.isPaused];
			};
			expect(await version()).toEqual([1, false]);
			await ask(`/${id}/pause`, { body: {} });
			expect(await list()).toMatchObject([{ isPaused: true, progress: { phase: "paused" } }]);
			expect(await version()).toEqual([2, true]);
			await ask(`/${id}/resume`, { body: {} });
			expect(await list()).toMatchObject([{ isPaused: false, progress: { phase: "running" } }]);
			expect(await version()).toEqual([3, false]);
		});

		it("show what their runner has written down", async () => {
			const id = await add();
			const { destinations } = stage.api;
			await destinations.claim(id, 60_000);
			await destinations.save(id, {
				...NO_PROGRESS,
				...{ phase: "failing", failure: "The disk is full", failingSince: Date.UTC(2026, 10, 2) },
				...{ delivered: 5, filtered: 2, lagEvents: 7, lagMs: 9, position: "x" },
			});
			const [{ progress } = {}] = await list();
			expect(progress).toEqual({
				...{ phase: "failing", failure: "The disk is full" },
				...{ failingSince: "2026-11-02T00:00:00.000Z", deliveredAt: null },
				...{ delivered: 5, filtered: 2, lagEvents: 7, lagMs: 9 },
			});
		});

		it("stay paused with the reason when their target wants no events any more, until they are resumed", async () => {
			const id = await add(HOOK);
			const { destinations } = stage.api;
			await destinations.claim(id, 60_000);
			const ended = {
				...NO_PROGRESS,
				...{ phase: "paused" as const, failure: "It answers with 410", failingSince: 1 },
			};
			expect(await destinations.pause({ id, version: 1 }, ended)).toBe(true);
			expect(await destinations.list()).toMatchObject([{ id, isPaused: true }]);
			const shown = { phase: "paused", failure: "It answers with 410" };
			const failingSince = "1970-01-01T00:00:00.001Z";
			expect(await list()).toMatchObject([
				{ isPaused: true, progress: { ...shown, failingSince } },
			]);
			expect(await stage.api.destinationStates()).toMatchObject([shown]);
			await ask(`/${id}/resume`, { body: {} });
			expect(await list()).toMatchObject([
				{ isPaused: false, progress: { phase: "running", failure: "", failingSince: null } },
			]);
		});

		it("are tried with the secret that is stored, and the reason of a failure is shown", async () => {
			const id = await add(HOOK);
			const { secret: _, ...asked } = HOOK;
			const answer = async () =>
				(await ask("/check", { body: { ...asked, destinationId: id } })).body;
			expect(await answer()).toEqual({ isUsable: true, failure: "" });
			failure = "The server answers 404";
			expect(await answer()).toEqual({ isUsable: false, failure });
			expect(tried).toMatchObject([{ secret: SIGNING_SECRET }, { secret: SIGNING_SECRET }]);
			expect(await list()).toHaveLength(1);
		});

		it.each([
			["a folder beside the operator's", { target: { kind: "folder", path: "../else" } }],
			["the operator's folder itself", { target: { kind: "folder", path: "." } }],
			["an absolute path elsewhere", { target: { kind: "folder", path: "/etc" } }],
			["a folder with a secret", { ...FOLDER, secret: "s" }],
			["an address of this machine", { ...HOOK, target: { kind: "http", url: "http://[::1]/" } }],
			["a cloud's metadata", { ...HOOK, target: { kind: "http", url: "http://169.254.169.254/" } }],
			["a name of this machine", { ...HOOK, target: { kind: "http", url: "http://localhost/" } }],
			["a number as an address", { ...HOOK, target: { kind: "http", url: "http://2130706433/" } }],
			[
				"a password in an address",
				{ ...HOOK, target: { kind: "http", url: "https://a:b@93.184.216.34/" } },
			],
			["a signing secret that is too short", { ...HOOK, secret: "whsec_c2hvcnQ=" }],
			["a missing signing secret", { ...HOOK, secret: undefined }],
			["a user of Kafka without a password", { ...KAFKA, secret: undefined }],
			["a private broker", { ...KAFKA, target: { ...KAFKA.target, brokers: ["10.0.0.1:9092"] } }],
			["a column that does not exist", { ...FOLDER, columns: ["shoe_size"] }],
			["a site that does not exist", { ...FOLDER, filter: { hasBots: false, sites: [999] } }],
			["an unknown kind", { target: { kind: "pigeon" } }],
			["an unknown field", { ...FOLDER, schedule: "hourly" }],
		])("are refused with %s", async (_what, given) => {
			expect(await refusalOf({ ...FOLDER, ...given })).toMatchObject({ code: "INVALID_REQUEST" });
			expect(await list()).toEqual([]);
		});

		it("are limited in number, also when two are added at once", async () => {
			for (let number = 1; number < MAX_DESTINATIONS; number++) await add();
			const both = await Promise.all([ask("", { body: FOLDER }), ask("", { body: FOLDER })]);
			expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
		});
	},
	{
		destinations: {
			check: async (destination) => {
				tried.push(destination);
				return failure;
			},
			columns: ["event_id", "pathname"],
			policy: { folder: "/exports", privateNetworks: false },
		},
	},
);
