import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const pathIn = (dataDirectory: string) => join(dataDirectory, "gateway", "address");

const addressOf = (host: string, port: number) =>
	`http://${host.includes(":") ? `[${host}]` : host}:${port}`;

/** Keeps where the gateway of a data directory listens, for commands that know the directory alone. */
export const keepGatewayAddress = (dataDirectory: string, host: string, port: number): void => {
	try {
		writeFileSync(pathIn(dataDirectory), `${addressOf(host, port)}\n`);
	} catch {
		// On a full disk the gateway still serves; commands need HOST and PORT then.
	}
};

/** Where the gateway may be, most likely first: where it last listened, and where this command's variables say. */
export const gatewayAddresses = (dataDirectory: string, host: string, port: number): string[] => {
	const configured = addressOf(host, port);
	try {
		const kept = readFileSync(pathIn(dataDirectory), "utf8").trim();
		return URL.canParse(kept) && kept !== configured ? [kept, configured] : [configured];
	} catch {
		return [configured];
	}
};
