/** A text for live streams as sent over connections, made once for all readers. */
export interface LiveMessage {
	plain: Buffer;
	/** As a chunk of HTTP/1.1. */
	chunk: Buffer;
}

export const liveMessage = (text: string): LiveMessage => {
	const plain = Buffer.from(text);
	const size = plain.length.toString(16);
	return { plain, chunk: Buffer.concat([Buffer.from(`${size}\r\n`), plain, Buffer.from("\r\n")]) };
};
