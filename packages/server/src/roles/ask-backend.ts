import { once } from "node:events";
import { type Agent, type IncomingMessage, request } from "node:http";
import type { Configuration } from "../configuration.ts";

const isNobodyThere = (error: unknown): boolean =>
	["ENOENT", "ECONNREFUSED"].includes((error as NodeJS.ErrnoException).code ?? "");

/** An answer's whole body as text. */
export const textOf = async (answer: IncomingMessage): Promise<string> => {
	const chunks: Buffer[] = [];
	for await (const chunk of answer) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
};

/** Asks the backend that runs on this data directory; undefined when none does. */
export const askBackend = async (
	{ socketPath, secrets }: Configuration,
	path: string,
	body: string,
	agent?: Agent,
): Promise<IncomingMessage | undefined> => {
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
		return answer;
	} catch (error) {
		if (isNobodyThere(error)) return undefined;
		throw error;
	}
};
