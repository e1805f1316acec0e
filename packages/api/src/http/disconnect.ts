import type { Response } from "express";

/** The client disconnected before the response was complete. */
export class ClientDisconnectedError extends Error {
	override name = "ClientDisconnectedError";
}

/** Aborts when a response's connection closes before the response ends. */
export const disconnectSignalOf = (response: Response): AbortSignal => {
	const controller = new AbortController();
	response.once("close", () => {
		if (!response.writableFinished)
			controller.abort(new ClientDisconnectedError("The client disconnected before the response"));
	});
	return controller.signal;
};
