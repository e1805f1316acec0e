import { errorGroupOf } from "@footfall/shared/errors/error-group";
import { stackFrames } from "@footfall/shared/errors/stack-frames";
import { type MinifiedStack, resolveStack } from "./resolve-stack.ts";
import type { ResolvedFrame } from "./source-map-shapes.ts";
import type { MapStorage } from "./stored-maps.ts";

/** As many characters as a group of a minified stack is made of. */
const MAX_STACK = 8192;
/** Shorter names of functions are those of a minifier. */
const MIN_NAME = 3;

/** An occurrence of an error. */
export interface ErrorSample {
	name: string;
	message: string;
	stack: string;
	/** "" if unknown. */
	release: string;
}

/** An error by its sources. */
export interface GroupOfStack {
	group: string;
	/** Some files had no source map. */
	isPartial: boolean;
}

/** Without the message before it, whose lines may look like calls. */
const callsOf = ({ stack, message }: ErrorSample): string => {
	const at = message === "" ? -1 : stack.indexOf(message);
	return (at < 0 ? stack : stack.slice(at + message.length)).slice(0, MAX_STACK);
};

const stableFrames = (calls: string, resolved: readonly ResolvedFrame[]) =>
	stackFrames(calls)
		.slice(0, resolved.length)
		.map(({ function: name, file }, number) => {
			const original = resolved[number]?.original;
			return original
				? { function: original.function ?? original.name ?? "", file: original.source }
				: { function: name.length < MIN_NAME ? "" : name, file };
		});

/**
 * The error that an occurrence belongs to by its sources: the same for every build of them. undefined if none of its calls
 * could be resolved.
 * @throws ApiError if too many maps are being read
 */
export const groupOfStack = async (
	storage: MapStorage,
	siteId: MinifiedStack["siteId"],
	sample: ErrorSample,
	now: number,
): Promise<GroupOfStack | undefined> => {
	const stack = callsOf(sample);
	const minified = { siteId, stack, release: sample.release, hashes: {} };
	const { frames, missing } = await resolveStack(storage, minified, now);
	if (!frames.some(({ original }) => original)) return undefined;
	const { name, message } = sample;
	return {
		group: errorGroupOf({ name, message, frames: stableFrames(stack, frames) }),
		isPartial: missing.length > 0,
	};
};
