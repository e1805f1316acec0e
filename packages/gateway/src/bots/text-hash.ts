/** What the engine can use as a key without allocating it. */
export const SMALL_INTEGER = 0x3fff_ffff;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** 30 bits stand for a text: two of thirty that collide by chance only make the rule one more patient. */
export const textHash = (text: string): number => {
	let hash = FNV_OFFSET;
	for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
	return hash & SMALL_INTEGER;
};

/** The number of a text that mostly comes in a row, such as the host of a busy site. */
export const latestTextHash = () => {
	let latest = "";
	let number = textHash(latest);
	return (text: string): number => {
		if (text !== latest) {
			latest = text;
			number = textHash(text);
		}
		return number;
	};
};
