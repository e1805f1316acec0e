import { hash } from "node:crypto";
import { type StableFrame, stableFile, stackFrames } from "./stack-frames.ts";

/** An error, with its stack as the browser wrote it or with the calls that a source map has named. */
export interface GroupedError {
	/** Its class, such as `TypeError`. */
	readonly name: string;
	readonly message: string;
	readonly stack?: string | undefined;
	/** The calls as the sources have them, the one that failed first; they replace `stack`. */
	readonly frames?: readonly StableFrame[] | undefined;
}

/** Stacks are cut where they are sent, and end in schedulers and frameworks: the first calls tell errors apart. */
const MAX_FRAMES = 5;
/** Minifiers name functions anew in each build, in one or two characters. */
const MIN_NAME = 3;
const MAX_MESSAGE = 2000;

/** A message without what differs from visitor to visitor: numbers, ids and the parts of addresses that change. */
export const stableMessage = (message: string): string =>
	message
		.slice(0, MAX_MESSAGE)
		.replaceAll(/[\w+.-]{1,20}:\/\/[^\s"'`)<>]+/g, (address) => stableFile(address))
		.replaceAll(/[\w.+-]{1,64}@[\w.-]{1,253}/g, "@")
		.replaceAll(/[\w-]+/g, (word) => (/\d/.test(word) ? "#" : word))
		.replaceAll(/#(?:[.,:/ ]{0,2}#)+/g, "#")
		.replaceAll(/\s+/g, " ")
		.trim();

const stackOf = ({ stack = "", message, frames }: GroupedError): readonly StableFrame[] =>
	frames
		? frames.map(({ function: name, file }) => ({ function: name, file: stableFile(file) }))
		: stackFrames(stack, message).map(({ function: name, file }) => ({
				function: name.length < MIN_NAME ? "" : name,
				file,
			}));

const isRepeated = (frame: StableFrame, before: StableFrame | undefined) =>
	frame.function === before?.function && frame.file === before.file;

/**
 * The id of the error that an occurrence belongs to, 16 hex characters. It is made of the class and the first calls of the
 * stack; of the message too if no call has a name that outlives a build, and of the message alone without a stack.
 */
export const errorGroupOf = (error: GroupedError): string => {
	const frames = stackOf(error)
		// Recursion of any depth is one.
		.filter((frame, index, all) => !isRepeated(frame, all[index - 1]))
		.slice(0, MAX_FRAMES);
	const isTelling = frames.some((frame) => frame.function !== "");
	const parts = [
		error.name,
		isTelling ? "" : stableMessage(error.message),
		...frames.flatMap((frame) => [frame.function, frame.file]),
	];
	return hash("sha256", JSON.stringify(parts), "hex").slice(0, 16);
};
