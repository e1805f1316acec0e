import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { ADMIN_PATH, AdminError, erasePerson, openDatabase, runAdmin } from "@footfall/api";
import { EnvironmentError } from "@footfall/shared/environment";
import { deleteSite } from "@footfall/store";
import type { Logger } from "pino";
import type { Configuration } from "../configuration.ts";
import { accountsLocation } from "./accounts-location.ts";
import { eventStore } from "./event-store.ts";

const isNobodyThere = (error: unknown): boolean =>
	["ENOENT", "ECONNREFUSED"].includes((error as NodeJS.ErrnoException).code ?? "");

const textOf = async (answer: IncomingMessage): Promise<string> => {
	const chunks: Buffer[] = [];
	for await (const chunk of answer) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
};

/** Asks the backend that runs on this data directory; undefined when none does. */
const askBackend = async (
	{ socketPath, secrets }: Configuration,
	parameters: readonly string[],
): Promise<IncomingMessage | undefined> => {
	const asking = request({
		socketPath,
		path: ADMIN_PATH,
		method: "POST",
		headers: { authorization: `Bearer ${secrets().internalToken}` },
	});
	asking.end(JSON.stringify({ parameters }));
	try {
		const [answer] = (await once(asking, "response")) as [IncomingMessage];
		return answer;
	} catch (error) {
		if (isNobodyThere(error)) return undefined;
		throw error;
	}
};

const print = async (text: string | Buffer): Promise<void> => {
	if (!process.stdout.write(text)) await once(process.stdout, "drain");
};

const runHere = async (
	configuration: Configuration,
	parameters: readonly string[],
	log: Logger,
): Promise<void> => {
	const { database, close } = await openDatabase(accountsLocation(configuration), (err) =>
		log.warn({ err }, "A database connection broke"),
	);
	const store = await eventStore(configuration);
	try {
		const lines = runAdmin(
			{
				database,
				store,
				deleteEvents: (site) => deleteSite(store, site),
				erasePerson: (site, user) => erasePerson(store, site, user),
			},
			parameters,
		);
		for await (const line of lines) await print(`${line}\n`);
	} finally {
		await close();
		await store.close();
	}
};

/**
 * The operator's commands: in the running backend where there is one, for it alone has the embedded databases
 * open, and otherwise here.
 * @throws EnvironmentError with what the operator can change
 */
export const admin = async (
	parameters: readonly string[],
	configuration: Configuration,
	log: Logger,
): Promise<void> => {
	const answer = await askBackend(configuration, parameters);
	if (!answer) {
		await runHere(configuration, parameters, log).catch((error: unknown) => {
			throw error instanceof AdminError ? new EnvironmentError(error.message) : error;
		});
		return;
	}
	if (answer.statusCode !== 200) {
		const { message } = JSON.parse(await textOf(answer)) as { message: string };
		throw new EnvironmentError(message);
	}
	for await (const chunk of answer) await print(chunk as Buffer);
};
