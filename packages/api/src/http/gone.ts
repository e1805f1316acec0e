import type { Response } from "express";

/** The client went away before it was answered; nobody is left to be told. */
export class ClientGoneError extends Error {
	override name = "ClientGoneError";
}

/** Fires when a response's connection ends before the response does. */
export const goneSignalOf = (response: Response): AbortSignal => {
	const controller = new AbortController();
	response.once("close", () => {
		if (!response.writableFinished)
			controller.abort(new ClientGoneError("The client went away before it was answered"));
	});
	return controller.signal;
};
