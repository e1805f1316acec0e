import { request } from "node:https";
import { publicConnection } from "@footfall/shared/destinations/public-connection";
import type { CustomFetchOptions } from "openid-client";

/** Documents and tokens of providers are a few kilobytes. */
const MAX_BYTES = 1_000_000;

/**
 * `fetch` that goes to no address of a private network: administrators of organizations choose the providers, and
 * neither they nor an answer may reach servers beside this one.
 * @throws PrivateAddressError, or Error for anything but https
 */
export const publicFetch = async (
	address: string,
	{ method, headers, body, signal }: CustomFetchOptions,
): Promise<Response> => {
	const url = new URL(address);
	if (url.protocol !== "https:") throw new Error("Providers are asked over https only");
	const connection = publicConnection(url.hostname.replace(/^\[(.*)\]$/, "$1"));
	return new Promise((resolve, reject) => {
		const asked = request(
			url,
			{ method, headers: { ...headers }, ...connection, ...(signal && { signal }) },
			(answer) => {
				const chunks: Buffer[] = [];
				let bytes = 0;
				answer.on("data", (chunk: Buffer) => {
					bytes += chunk.length;
					if (bytes > MAX_BYTES) answer.destroy(new Error("The provider's answer is too long"));
					else chunks.push(chunk);
				});
				answer.on("error", reject);
				answer.on("end", () => {
					const { statusCode = 500 } = answer;
					const found = new Headers();
					for (const [name, value] of Object.entries(answer.headers))
						for (const one of [value ?? []].flat()) found.append(name, one);
					const hasBody = ![204, 205, 304].includes(statusCode);
					resolve(
						new Response(hasBody ? Buffer.concat(chunks) : null, {
							status: statusCode,
							headers: found,
						}),
					);
				});
			},
		);
		asked.on("error", reject);
		asked.end(body === undefined || body === null ? undefined : String(body));
	});
};
