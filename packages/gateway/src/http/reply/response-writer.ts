/** What an answer is written to: a response of Node's server, or one on a direct connection. */
export interface ResponseWriter {
	readonly destroyed: boolean;
	readonly headersSent: boolean;
	/** `headers` are names and values in turn. */
	writeHead(status: number, headers: string[]): unknown;
	end(body: string | Buffer): unknown;
}
