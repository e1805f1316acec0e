/** The headers of Chromium's cross-origin text beacon: a request without these looks like a script's. */
export const browserHeaders = {
	accept: "*/*",
	"accept-encoding": "gzip, deflate, br, zstd",
	"accept-language": "en-US,en;q=0.9",
	"content-type": "text/plain;charset=UTF-8",
	"sec-fetch-dest": "empty",
	"sec-fetch-mode": "cors",
	"sec-fetch-site": "cross-site",
	"user-agent":
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
} as const;

/** POSTs one event or a batch to the product, as a browser would. */
export const sendBeacon = (
	url: string,
	body: unknown,
	headers: Record<string, string> = {},
): Promise<Response> =>
	fetch(`${url}/api/track`, {
		method: "POST",
		headers: { ...browserHeaders, ...headers },
		body: typeof body === "string" ? body : JSON.stringify(body),
	});
