import { once } from "node:events";
import { existsSync } from "node:fs";
import { type Agent, type IncomingMessage, request } from "node:http";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Configuration } from "../configuration/configuration.ts";

const isNobodyThere = (error: unknown): boolean =>
	["ENOENT", "ECONNREFUSED"].includes((error as NodeJS.ErrnoException).code ?? "");

/**
 * Posts JSON to the backend that runs on this data directory; undefined when none does.
 * @throws EnvironmentError if its secret differs from this process's
 */
export const postToBackend = async (
	{ dataDirectory, socketPath, secrets }: Configuration,
	path: string,
	body: object,
	agent?: Agent,
): Promise<IncomingMessage | undefined> => {
	// First, since `secrets` would generate a missing secret.
	if (!existsSync(socketPath)) return undefined;
	const post = request({
		socketPath,
		path,
		method: "POST",
		headers: { authorization: `Bearer ${secrets().internalToken}` },
		...(agent && { agent }),
	});
	post.end(JSON.stringify(body));
	try {
		const [answer] = (await once(post, "response")) as [IncomingMessage];
		if (answer.statusCode !== 401) return answer;
		answer.resume();
		throw new EnvironmentError(
			`SECRET differs: the product running on ${dataDirectory} has a different one from this command. Set SECRET to the value that the product was started with, or unset it if the product has none.`,
		);
	} catch (error) {
		if (isNobodyThere(error)) return undefined;
		throw error;
	}
};
