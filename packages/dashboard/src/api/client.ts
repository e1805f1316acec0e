import type { Client } from "openapi-fetch";
import { failureOf, refusalOf } from "./failure.ts";
import { inTurn } from "./in-turn.ts";
import type { paths } from "./schema.ts";
import { apiBase, send } from "./send.ts";

/** The options of a call besides its path; the types of each path are stricter. */
interface Call {
	params?: { path?: object; query?: object };
	body?: unknown;
	headers?: Record<string, string>;
	signal?: AbortSignal;
}

const queryOf = (values: object): string => {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(values))
		if (value !== undefined && value !== null) query.append(name, String(value));
	return query.size === 0 ? "" : `?${query}`;
};

interface Fetched<Data> {
	data?: Data;
	error?: unknown;
	response: Response;
}

/**
 * The JSON of a response; undefined for an empty body. An error response may have any body: one from a proxy is of no
 * use.
 * @throws SyntaxError for a successful response that is not JSON, which our server never sends
 */
const readBody = async <Data>(response: Response): Promise<Fetched<Data>> => {
	const text = await response.text();
	let found: unknown;
	try {
		if (text !== "") found = JSON.parse(text);
	} catch (error) {
		if (response.ok) throw error;
	}
	return response.ok ? { data: found as Data, response } : { error: found, response };
};

const JSON_BODY = { "content-type": "application/json" };

/** Methods that replace what is there: of two calls, the later one must be the last. */
const REPLACING = ["PUT", "PATCH"];

const callWith =
	(method: string) =>
	async (path: string, { params = {}, body, headers, signal }: Call = {}) => {
		const values = { ...params.path } as Record<string, string | number>;
		const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
			encodeURIComponent(values[name] ?? ""),
		);
		const request = () =>
			send({
				method,
				path: filled + queryOf(params.query ?? {}),
				headers: { ...(body !== undefined && JSON_BODY), ...headers },
				body: body === undefined ? null : JSON.stringify(body),
				signal,
			});
		return readBody(await (REPLACING.includes(method) ? inTurn(filled, request) : request()));
	};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/**
 * Every call of the API, typed by the OpenAPI document. The types are those of openapi-fetch, whose code does far more
 * than is needed here.
 */
export const client = Object.fromEntries(
	METHODS.map((method) => [method, callWith(method)]),
) as unknown as Pick<Client<paths>, (typeof METHODS)[number]>;

/** In seconds; NaN without one. */
const retryAfterOf = ({ headers }: Response) => Number(headers.get("retry-after") ?? Number.NaN);

/**
 * The response to a call.
 * @throws RequestFailure for any status that is not a success
 */
export const answerOf = async <Data>(call: Promise<Fetched<Data>>): Promise<Data> => {
	let fetched: Fetched<Data>;
	try {
		fetched = await call;
	} catch (error) {
		throw failureOf(error);
	}
	const { response, error } = fetched;
	if (!response.ok) throw refusalOf(response.status, error, retryAfterOf(response));
	return fetched.data as Data;
};

interface Sent {
	headers?: Record<string, string>;
	signal?: AbortSignal;
}

/** Posts JSON and returns the response as it arrives, for bodies that are read piece by piece. */
export const post = (
	path: string,
	body: unknown,
	{ headers, signal }: Sent = {},
): Promise<Response> =>
	send({
		method: "POST",
		path,
		headers: { ...JSON_BODY, ...headers },
		body: JSON.stringify(body),
		signal,
	});

/** Posts JSON to an API path that the OpenAPI document does not describe. */
export const postJson = <Data>(path: string, body: unknown): Promise<Fetched<Data>> =>
	post(path, body).then(readBody<Data>);

/** Gets JSON from an API path that the OpenAPI document does not describe. */
export const getJson = <Data>(
	path: string,
	parameters: Readonly<Record<string, string>>,
	signal: AbortSignal,
	headers: Record<string, string> = {},
): Promise<Fetched<Data>> =>
	send({ method: "GET", path: path + queryOf(parameters), headers, signal }).then(readBody<Data>);

/** The URL of a download or of a page of the API. */
export const apiHref = (path: string, parameters: Readonly<Record<string, string>> = {}): string =>
	apiBase() + path + queryOf(parameters);
