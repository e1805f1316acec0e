import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import { refusedIpRules } from "@footfall/shared/site";
import { z } from "zod";
import { type IpTable, ipTableOf } from "../ip/ip-table.ts";
import type { AutomatedAgent } from "../lookup/automated-agent.ts";

/** Whether a request by an agent came from an address that its operator publishes. */
export type OperatorRanges = (agent: AutomatedAgent, address: string) => boolean;

/** No addresses are known, so every name remains unverified. */
export const noOperatorRanges: OperatorRanges = () => false;

/** In the operators' published form, or a plain list. */
const Published = z.union([
	z.array(z.string()),
	z
		.object({
			prefixes: z.array(
				z.union([z.object({ ipv4Prefix: z.string() }), z.object({ ipv6Prefix: z.string() })]),
			),
		})
		.transform(({ prefixes }) =>
			prefixes.map((prefix) => ("ipv4Prefix" in prefix ? prefix.ipv4Prefix : prefix.ipv6Prefix)),
		),
]);

const EXTENSION = ".json";

const tableIn = (path: string): IpTable => {
	let content: unknown;
	try {
		content = JSON.parse(readFileSync(path, "utf8"));
	} catch (error) {
		throw new Error(`${path} is not valid JSON: ${(error as Error).message}`);
	}
	const checked = Published.safeParse(content);
	if (!checked.success)
		throw new Error(
			`${path} must be a list of CIDR blocks, or {"prefixes": [{"ipv4Prefix": …}, {"ipv6Prefix": …}]}`,
		);
	const [refused] = refusedIpRules(checked.data);
	if (refused !== undefined) throw new Error(`${path}: ${refused}`);
	return ipTableOf(checked.data);
};

const tablesIn = (directory: string): Map<string, IpTable> => {
	try {
		return new Map(
			readdirSync(directory)
				.filter((name) => name.toLowerCase().endsWith(EXTENSION))
				.map((name) => [
					name.slice(0, -EXTENSION.length).toLowerCase(),
					tableIn(join(directory, name)),
				]),
		);
	} catch (error) {
		throw new EnvironmentError(`BOT_RANGES: ${(error as Error).message}`);
	}
};

/**
 * Reads a folder of `<agent or operator>.json` files, such as `GPTBot.json` or `Google.json`.
 * @throws EnvironmentError when one is invalid, with its name and the expected form
 */
export const operatorRangesIn = (directory: string | undefined): OperatorRanges => {
	if (directory === undefined) return noOperatorRanges;
	const tables = tablesIn(directory);
	return ({ name, operator }, address) =>
		address !== "" &&
		[name, operator].some((key) => tables.get(key.toLowerCase())?.(address) === true);
};
