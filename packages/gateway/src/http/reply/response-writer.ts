/** A reply that many requests share. */
export interface FixedReply {
	readonly status: number;
	/** Names and values in turn. */
	readonly headers: string[];
	readonly body: string;
}

/** A response of Node's server or of the fast path. */
export interface ResponseWriter {
	readonly destroyed: boolean;
	readonly headersSent: boolean;
	/** `headers` are names and values in turn. */
	writeHead(status: number, headers: string[]): unknown;
	end(body: string | Buffer): unknown;
	/** Sends the whole response. Absent where a fixed reply saves nothing. */
	sendFixed?(reply: FixedReply): void;
}
