import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { publicConnection } from "@footfall/shared/destinations/public-connection";
import type { CustomFetchOptions } from "openid-client";

/** Documents and tokens of providers are a few kilobytes. */
const MAX_BYTES = 1_000_000;
const WITHOUT_BODY = [204, 205, 304];

const headersOf = (headers: Readonly<Record<string, string | string[] | undefined>>): Headers => {
	const found = new Headers();
	for (const [name, value] of Object.entries(headers))
		for (const one of [value ?? []].flat()) found.append(name, one);
	return found;
};

/**
 * A `fetch` for providers. Its answers are short, and it follows no redirect.
 * @param isPublicOnly refuses http and addresses of private networks: administrators of organizations choose such
 * providers, and neither they nor an answer may reach servers beside this one
 * @throws (the function) PrivateAddressError; TypeError for a server that cannot be reached, as `fetch` does
 */
export const createProviderFetch =
	({ isPublicOnly }: { isPublicOnly: boolean }) =>
	async (
		address: string,
		{ method, headers, body, signal }: CustomFetchOptions,
	): Promise<Response> => {
		const url = new URL(address);
		if (isPublicOnly && url.protocol !== "https:")
			throw new TypeError("Providers of organizations are asked over https only");
		const connection = isPublicOnly
			? publicConnection(url.hostname.replace(/^\[(.*)\]$/, "$1"))
			: {};
		const request = url.protocol === "https:" ? requestHttps : requestHttp;
		return new Promise((resolve, reject) => {
			const fail = (cause: Error) =>
				reject(signal?.aborted ? signal.reason : new TypeError(cause.message, { cause }));
			const asked = request(
				url,
				{
					...{ method, headers: { ...headers }, ...connection },
					// A connection that the provider closes at the same moment would fail the next request.
					agent: false,
					...(signal && { signal }),
				},
				(answer) => {
					const { statusCode: status = 0 } = answer;
					const chunks: Buffer[] = [];
					let bytes = 0;
					answer.on("data", (chunk: Buffer) => {
						bytes += chunk.length;
						if (bytes > MAX_BYTES) answer.destroy(new Error("The provider's answer is too long"));
						else chunks.push(chunk);
					});
					answer.on("error", fail);
					answer.on("end", () => {
						const content = WITHOUT_BODY.includes(status) ? null : Buffer.concat(chunks);
						try {
							resolve(new Response(content, { status, headers: headersOf(answer.headers) }));
						} catch (error) {
							// A status that is none.
							reject(error);
						}
					});
				},
			);
			asked.on("error", fail);
			asked.end(body === undefined || body === null ? undefined : String(body));
		});
	};
