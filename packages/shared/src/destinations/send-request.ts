import http from "node:http";
import https from "node:https";
import { publicConnection } from "./public-connection.ts";

export interface RequestOptions {
	method: string;
	headers: Record<string, string>;
	body: string | Buffer;
	signal: AbortSignal;
	/** Whether it may go to an address of a private network. */
	privateNetworks: boolean;
	/** Whether an answer counts that breaks off, or is too long, after its status: its body is cut then. */
	cutAnswer?: boolean;
}

export interface Answer {
	status: number;
	headers: readonly (readonly [string, string])[];
	body: Buffer<ArrayBuffer>;
}

const MAX_ANSWER_BYTES = 65_536;

/** Sends a request, without following redirects. Rejects when there is no whole answer, unless a cut one will do. */
export const sendRequest = (
	url: URL,
	{ method, headers, body, signal, privateNetworks, cutAnswer = false }: RequestOptions,
): Promise<Answer> =>
	new Promise((resolve, reject) => {
		let answered: (() => void) | undefined;
		const failed = (error: unknown) => {
			if (cutAnswer && answered) answered();
			else reject(error);
		};
		const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
		const { request } = url.protocol === "https:" ? https : http;
		const sent = request(
			url,
			{ method, headers, agent: false, signal, ...(!privateNetworks && publicConnection(host)) },
			(answer) => {
				const chunks: Buffer[] = [];
				let bytes = 0;
				answered = () =>
					resolve({
						status: answer.statusCode ?? 0,
						headers: Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
							values.map((value) => [name, value] as const),
						),
						body: Buffer.concat(chunks),
					});
				answer.on("data", (chunk: Buffer) => {
					chunks.push(chunk);
					bytes += chunk.length;
					if (bytes > MAX_ANSWER_BYTES)
						answer.destroy(new Error("its answer is larger than 64 kB"));
				});
				answer.once("end", answered);
				answer.once("error", failed);
			},
		);
		sent.once("error", failed);
		if (body.length === 0) sent.end();
		else sent.end(body);
	});

/** `fetch` by such requests. */
export const createFetch =
	({ privateNetworks }: Pick<RequestOptions, "privateNetworks">): typeof fetch =>
	async (input, init) => {
		const asked = new Request(input, init);
		const { status, headers, body } = await sendRequest(new URL(asked.url), {
			method: asked.method,
			headers: Object.fromEntries(asked.headers),
			body: Buffer.from(await asked.arrayBuffer()),
			signal: asked.signal,
			privateNetworks,
		});
		return new Response(body.length === 0 ? null : body, {
			status,
			headers: headers.map(([name, value]) => [name, value]),
		});
	};
