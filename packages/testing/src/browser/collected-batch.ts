import { gunzipSync } from "node:zlib";
import type { RecordedEvent } from "footfall-tracker/testing";

/** A batch of a recording as it was received. */
export interface CollectedBatch {
	isCompressed: boolean;
	/** Everything that was sent, as JSON. */
	text: string;
	userId: string;
	metadata: {
		pageUrl: string;
		viewportWidth: number;
		viewportHeight: number;
		language: string;
	};
	events: readonly RecordedEvent[];
}

export const readCollectedBatch = (bytes: Buffer): CollectedBatch => {
	const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
	const text = (isCompressed ? gunzipSync(bytes) : bytes).toString();
	return { isCompressed, text, ...JSON.parse(text) };
};
