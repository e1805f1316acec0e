import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const pathIn = (dataDirectory: string) => join(dataDirectory, "gateway", "address");

const addressOf = (host: string, port: number) =>
	`http://${host.includes(":") ? `[${host}]` : host}:${port}`;

/** Stores the address of a data directory's gateway, for commands that know only the directory. */
export const keepGatewayAddress = (dataDirectory: string, host: string, port: number): void => {
	try {
		writeFileSync(pathIn(dataDirectory), `${addressOf(host, port)}\n`);
	} catch {
		// On a full disk the gateway still serves; commands need HOST and PORT then.
	}
};

/**
 * The gateway's possible addresses, most likely first: the last known one, and the one from this command's variables.
 */
export const gatewayAddresses = (dataDirectory: string, host: string, port: number): string[] => {
	const configured = addressOf(host, port);
	try {
		const kept = readFileSync(pathIn(dataDirectory), "utf8").trim();
		return URL.canParse(kept) && kept !== configured ? [kept, configured] : [configured];
	} catch {
		return [configured];
	}
};
