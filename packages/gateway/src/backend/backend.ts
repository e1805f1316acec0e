import http from "node:http";

/** Where the backend listens. */
export type BackendAddress = { socketPath: string } | { origin: string };

export interface Backend {
	/** Opens a request to the backend; the caller writes the body and ends the request. */
	request(options: http.RequestOptions): http.ClientRequest;
	close(): void;
}

/** Idle connections that are kept, so that a burst of dashboard requests opens none. */
const MAX_IDLE_CONNECTIONS = 64;

export const openBackend = (address: BackendAddress): Backend => {
	const agent = new http.Agent({ keepAlive: true, maxFreeSockets: MAX_IDLE_CONNECTIONS });
	const target =
		"socketPath" in address
			? { socketPath: address.socketPath }
			: (({ hostname, port }) => ({
					host: hostname.replace(/^\[|\]$/g, ""),
					port: port === "" ? 80 : Number(port),
				}))(new URL(address.origin));
	return {
		request: (options) => http.request({ ...options, ...target, agent }),
		close: () => agent.destroy(),
	};
};
