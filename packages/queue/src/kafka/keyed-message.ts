import type { Message } from "kafkajs";
import { keyHash } from "./murmur2.ts";

/** A record in flight; `hash` decides its partition. */
export interface KeyedMessage extends Message {
	key: Buffer;
	value: Buffer;
	hash: number;
}

export const keyedMessageOf = (key: string, value: Uint8Array | string): KeyedMessage => {
	const bytes = Buffer.from(key);
	return {
		key: bytes,
		value:
			typeof value === "string"
				? Buffer.from(value)
				: Buffer.from(value.buffer, value.byteOffset, value.byteLength),
		hash: keyHash(bytes),
	};
};

/** Index of a message's sender: always the same one for a key, which keeps its order. */
export const senderIndexOf = ({ hash }: KeyedMessage, senderCount: number): number =>
	hash % senderCount;

/** `Map.groupBy`, which needs Node 21. */
export const groupMessages = (
	messages: readonly KeyedMessage[],
	groupOf: (message: KeyedMessage, index: number) => number,
): Map<number, KeyedMessage[]> => {
	const groups = new Map<number, KeyedMessage[]>();
	for (const [index, message] of messages.entries()) {
		const name = groupOf(message, index);
		const group = groups.get(name);
		if (group) group.push(message);
		else groups.set(name, [message]);
	}
	return groups;
};
