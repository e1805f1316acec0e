/** A response of Node's server or of the fast path. */
export interface ResponseWriter {
	readonly destroyed: boolean;
	readonly headersSent: boolean;
	/** `headers` are names and values in turn. */
	writeHead(status: number, headers: string[]): unknown;
	end(body: string | Buffer): unknown;
}
