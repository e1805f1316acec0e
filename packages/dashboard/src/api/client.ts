import type { Client } from "openapi-fetch";
import { failureOf, refusalOf } from "./failure.ts";
import type { paths } from "./schema.ts";

/** Longer than the api lets a report wait and run, so that its own explanation arrives first. */
export const TIMEOUT_SECONDS = 30;

const withTimeout = (request: Request): Promise<Response> =>
	fetch(request, {
		signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_SECONDS * 1000)]),
	});

/** The address below which the api's paths are, without a slash at its end. */
const apiBase = (): string => new URL(".", document.baseURI).href.replace(/\/$/, "");

/** What a call says besides its path; the types of each path are stricter. */
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
 * The JSON of an answer; none where it has no body. A refusal may have any kind of body: a proxy's says nothing of use.
 * @throws SyntaxError for a success that is no JSON: nobody of ours has answered
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

const callWith =
	(method: string) =>
	async (path: string, { params = {}, body, headers, signal }: Call = {}) => {
		const values = { ...params.path } as Record<string, string | number>;
		const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
			encodeURIComponent(values[name] ?? ""),
		);
		const request = new Request(apiBase() + filled + queryOf(params.query ?? {}), {
			method,
			credentials: "same-origin",
			headers: {
				...(body !== undefined && { "content-type": "application/json" }),
				...headers,
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
			...(signal && { signal }),
		});
		return readBody(await withTimeout(request));
	};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/**
 * Every call of the api, with its types from the OpenAPI document: those of openapi-fetch, whose code does far more than is
 * asked of it here.
 */
export const client = Object.fromEntries(
	METHODS.map((method) => [method, callWith(method)]),
) as unknown as Pick<Client<paths>, (typeof METHODS)[number]>;

/** In seconds; NaN without one. */
const retryAfterOf = ({ headers }: Response) => Number(headers.get("retry-after") ?? Number.NaN);

/**
 * The answer of a call.
 * @throws RequestFailure for anything but a success
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

/** Posts JSON and has the answer as it comes, for bodies that are read piece by piece. */
export const post = (
	path: string,
	body: unknown,
	{ headers, signal }: Sent = {},
): Promise<Response> =>
	withTimeout(
		new Request(apiBase() + path, {
			method: "POST",
			headers: { "content-type": "application/json", ...headers },
			body: JSON.stringify(body),
			...(signal && { signal }),
		}),
	);

/** Posts JSON to a path of the api that its document does not describe. */
export const postJson = <Data>(path: string, body: unknown): Promise<Fetched<Data>> =>
	post(path, body).then(readBody<Data>);

/** Gets JSON from a path of the api that its document does not describe. */
export const getJson = <Data>(
	path: string,
	parameters: Readonly<Record<string, string>>,
	signal: AbortSignal,
	headers: Record<string, string> = {},
): Promise<Fetched<Data>> =>
	withTimeout(new Request(apiHref(path, parameters), { signal, headers })).then(readBody<Data>);

/** The address of a download, or of a page of the api. */
export const apiHref = (
	path: string,
	parameters: Readonly<Record<string, string>> = {},
): string => {
	const query = new URLSearchParams(parameters).toString();
	return apiBase() + path + (query === "" ? "" : `?${query}`);
};
