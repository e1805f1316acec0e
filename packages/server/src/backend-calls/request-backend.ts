import { once } from "node:events";
import { existsSync } from "node:fs";
import { type Agent, type IncomingMessage, request } from "node:http";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Configuration } from "../configuration/configuration.ts";

const isNobodyThere = (error: unknown): boolean =>
	["ENOENT", "ECONNREFUSED"].includes((error as NodeJS.ErrnoException).code ?? "");

/** An answer's whole body as text. */
export const textOf = async (answer: IncomingMessage): Promise<string> => {
	const chunks: Buffer[] = [];
	for await (const chunk of answer) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
};

/**
 * Asks the backend that runs on this data directory; undefined when none does.
 * @throws EnvironmentError where it has another secret than this process
 */
export const askBackend = async (
	{ dataDirectory, socketPath, secrets }: Configuration,
	path: string,
	body: string,
	agent?: Agent,
): Promise<IncomingMessage | undefined> => {
	// Before the secret is asked for, which would be made where there is none.
	if (!existsSync(socketPath)) return undefined;
	const asking = request({
		socketPath,
		path,
		method: "POST",
		headers: { authorization: `Bearer ${secrets().internalToken}` },
		...(agent && { agent }),
	});
	asking.end(body);
	try {
		const [answer] = (await once(asking, "response")) as [IncomingMessage];
		if (answer.statusCode !== 401) return answer;
		answer.resume();
		throw new EnvironmentError(
			`SECRET differs: the product that runs on ${dataDirectory} does not have the one of this command. Give the command the SECRET that the product was started with, or, where that has none, unset it.`,
		);
	} catch (error) {
		if (isNobodyThere(error)) return undefined;
		throw error;
	}
};
