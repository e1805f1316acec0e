/** A request that gives a notice to a channel's server. */
export interface ChannelRequest {
	url: string;
	headers: Readonly<Record<string, string>>;
	/** Sent by POST. */
	body: string;
	/** What no answer may show to people, such as tokens and the address's path. */
	secrets: readonly string[];
}

/** A request with a body of JSON. */
export const jsonRequest = (
	url: string,
	body: object,
	secrets: readonly string[],
): ChannelRequest => ({
	url,
	headers: { "content-type": "application/json" },
	body: JSON.stringify(body),
	secrets,
});
