import { readFileSync } from "node:fs";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Configuration } from "../configuration/configuration.ts";
import { fileFault } from "../faults/file-fault.ts";
import { usageError } from "./command.ts";

/** The options of commands that connect to an instance. */
export const INSTANCE_OPTIONS = {
	url: { type: "string" },
	"key-file": { type: "string" },
} as const;

/** A running instance, on this machine or another. */
export interface Instance {
	/** Ends with a slash. */
	url: URL;
	apiKey: string;
}

const keyIn = (file: string): string => {
	try {
		return readFileSync(file, "utf8").trim();
	} catch (error) {
		throw fileFault(error);
	}
};

const addressOf = (given: string | undefined): URL => {
	if (given === undefined)
		throw new EnvironmentError("Set FOOTFALL_URL to the address of the instance, or use --url.");
	const address = given.endsWith("/") ? given : `${given}/`;
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol))
		throw usageError(`--url must be an address like https://stats.example.com, not "${given}".`);
	return url;
};

const keyOf = (file: string | undefined, { FOOTFALL_API_KEY }: Configuration): string => {
	const key = file === undefined ? FOOTFALL_API_KEY : keyIn(file);
	if (!key)
		throw new EnvironmentError(
			"Set FOOTFALL_API_KEY to an API key of the instance, or name a file that holds one with --key-file.",
		);
	return key;
};

/** @throws EnvironmentError if neither the options nor the variables name an instance and a key */
export const instanceOf = (
	options: { url?: string | undefined; "key-file"?: string | undefined },
	configuration: Configuration,
): Instance => ({
	url: addressOf(options.url ?? configuration.FOOTFALL_URL),
	apiKey: keyOf(options["key-file"], configuration),
});

/** What an answer that refuses a request says about it. */
const refusalIn = (text: string, status: number): string => {
	try {
		const { error, details } = JSON.parse(text) as { error?: string; details?: unknown };
		const faults = details === undefined ? [] : Array.isArray(details) ? details : [details];
		return [error, ...faults.map((one) => (typeof one === "string" ? one : JSON.stringify(one)))]
			.filter(Boolean)
			.join("\n  ");
	} catch {
		return `the answer ${status} is not Footfall's`;
	}
};

type InstanceRequest =
	| { method: "POST" | "PUT"; body: object }
	| { method: "GET"; body?: undefined };

/**
 * Sends a request to the API.
 * @param path below the instance's address
 * @param body a form is sent as one, anything else as JSON
 * @returns the whole answer
 * @throws EnvironmentError that quotes the answer if it refuses the request
 */
export const answerOfInstance = async <Answer>(
	{ url, apiKey }: Instance,
	path: string,
	{ method, body }: InstanceRequest,
): Promise<Answer> => {
	const target = new URL(path, url);
	const answered = await fetch(target, {
		method,
		headers: {
			authorization: `Bearer ${apiKey}`,
			...(!(body instanceof FormData) && { "content-type": "application/json" }),
		},
		...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
	}).catch((error: Error) => {
		const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
		throw new EnvironmentError(`${target.origin} cannot be reached: ${code ?? message}`);
	});
	const text = await answered.text();
	if (!answered.ok)
		throw new EnvironmentError(`${target.origin}: ${refusalIn(text, answered.status)}`);
	return JSON.parse(text) as Answer;
};

/** As `answerOfInstance`, for answers with nothing but `data`. @returns the answer's `data` */
export const askInstance = async <Data>(
	instance: Instance,
	path: string,
	request: InstanceRequest,
): Promise<Data> => (await answerOfInstance<{ data: Data }>(instance, path, request)).data;
