import type { IncomingMessage, ServerResponse } from "node:http";
import { openPipeline, type Pipeline, type PipelineParts } from "../ingest/pipeline.ts";
import type { RequestSender } from "../lookup/request-context.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import { identifyIntake } from "./identify.ts";
import { pixelHandler } from "./pixel.ts";
import { type ReplayHandler, replayHandler } from "./replay.ts";
import type { Intake, RequestHead } from "./request/request-head.ts";
import { trackIntake } from "./track.ts";

export interface CollectingHandlersParts extends PipelineParts {
	configuration(): CompiledConfiguration | undefined;
	senderOf(request: RequestHead): RequestSender;
}

export interface CollectingHandlers
	extends Pick<Pipeline, "events" | "identifies" | "replays" | "pages" | "close"> {
	track: Intake;
	identify: Intake;
	pixel(request: IncomingMessage, response: ServerResponse): Promise<void>;
	replay: ReplayHandler;
}

/** The handlers of the collecting paths, in front of one pipeline. */
export const collectingHandlers = (parts: CollectingHandlersParts): CollectingHandlers => {
	const pipeline = openPipeline(parts);
	const { events, identifies, replays, pages, close } = pipeline;
	const { configuration, senderOf } = parts;
	const handling = { ...pipeline, configuration, senderOf };
	return {
		track: trackIntake(handling),
		identify: identifyIntake(handling),
		pixel: pixelHandler(handling),
		replay: replayHandler(handling),
		events,
		identifies,
		replays,
		pages,
		close,
	};
};
