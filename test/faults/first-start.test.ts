import { existsSync } from "node:fs";
import { join } from "node:path";
import { pause } from "@footfall/shared/waiting/pause";
import { killTree } from "@footfall/testing/browser/engines/kill-tree";
import { eventually } from "@footfall/testing/eventually";
import { sendBeacon } from "@footfall/testing/gateway/beacon";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { runCommand } from "@footfall/testing/product/running-command";
import { createRandom } from "@footfall/testing/random";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { expect, it } from "vitest";

/** The files that a first start creates, in this order. */
const STAGES = ["lock", "store", "accounts/data.new", "accounts/data", "backend.sock"];
const ROUNDS = rounds(STAGES.length, 40);
/** More than ROUNDS, in case the product was ready before the signal came. */
const MAX_STARTS = 3 * ROUNDS;
const MOST_AFTER_STAGE_MS = 200;
/** How long a first start takes on a busy machine. */
const WITHIN_MS = 240_000;

/** Kills a first start some time into a stage; resolves to whether it was still starting. */
const killWithin = async (data: string, stage: string, afterMs: number): Promise<boolean> => {
	const command = runCommand(["start"], { DATA_DIR: data, PORT: "0" });
	const isReady = () => command.output().includes("Footfall is ready");
	const later = STAGES.slice(STAGES.indexOf(stage));
	const deadline = performance.now() + WITHIN_MS;
	// Polls as often as it can: a stage takes some milliseconds on a fast machine.
	while (!isReady() && !later.some((name) => existsSync(join(data, name)))) {
		if (performance.now() > deadline) throw new Error(`No ${stage}:\n${command.output()}`);
		await pause(1);
	}
	await pause(afterMs);
	const isWithin = !isReady();
	killTree(command.pid, true);
	await command.ended;
	return isWithin;
};

/** What the owner sees after opening the printed link, and the paths of the events of the printed site. */
const foundBy = async (product: Product) => {
	const signedIn = await fetch(`${product.url}/api/auth/sign-in-link`, {
		method: "POST",
		headers: { "content-type": "application/json", origin: product.url },
		body: JSON.stringify({ token: product.signInLink.split("#")[1] }),
	});
	const cookie = signedIn.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
	const ask = async <Body>(path: string) =>
		(await (await fetch(product.url + path, { headers: { cookie } })).json()) as Body;
	const organizations = await ask<{ name: string }[]>("/api/organizations");
	const site = product.siteId;
	await sendBeacon(product.url, {
		type: "pageview",
		site_id: site,
		hostname: "shop.example",
		pathname: "/",
	});
	const events = await eventually(
		() => ask<{ data: { pathname: string }[] }>(`/api/sites/${site}/events`),
		({ data }) => data.length > 0,
		WITHIN_MS,
	);
	return {
		organizations: organizations.map(({ name }) => name),
		events: events.data.map(({ pathname }) => pathname),
	};
};

it(
	`a first start that is killed ${ROUNDS} times leaves nothing that the next one takes as complete`,
	async (context) => {
		const random = createRandom(20_261_123);
		let killed = 0;
		let starts = 0;
		while (killed < ROUNDS && starts < MAX_STARTS) {
			const root = createTemporaryDirectory();
			const data = join(root.path, "data");
			const stage = STAGES[killed % STAGES.length] ?? "";
			starts += 1;
			const isWithin = await killWithin(data, stage, random() * MOST_AFTER_STAGE_MS);
			if (isWithin) {
				killed += 1;
				const product = await startProduct(data);
				expect(await foundBy(product), stage).toEqual({
					organizations: ["My organization"],
					events: ["/"],
				});
				expect(await product.stop()).toBe(0);
			}
			root.remove();
		}
		expect(killed).toBe(ROUNDS);
		report(
			context,
			"P1",
			`${killed} of ${starts} first starts killed before they were ready: each next start complete`,
		);
	},
	ROUNDS * WITHIN_MS,
);
