/** Numbers of RFC 3492, by which a label's letters are encoded. */
const BASE = 36;
const MOST = 26;
const DAMPING = 700;
const SKEW = 38;
const LARGEST = 0x10ffff;

const digitOf = (code: number): number =>
	code >= 48 && code <= 57 ? code - 22 : code >= 97 && code <= 122 ? code - 97 : BASE;

const biasAfter = (delta: number, length: number, isFirst: boolean): number => {
	let rest = isFirst ? Math.floor(delta / DAMPING) : delta >> 1;
	rest += Math.floor(rest / length);
	let bias = 0;
	for (; rest > ((BASE - 1) * MOST) >> 1; bias += BASE) rest = Math.floor(rest / (BASE - 1));
	return bias + Math.floor((BASE * rest) / (rest + SKEW));
};

/** A label after its `xn--`, decoded; `undefined` if the encoding is invalid. */
const decodedLabel = (coded: string): string | undefined => {
	const dash = coded.lastIndexOf("-");
	const letters = [...coded.slice(0, Math.max(0, dash))].map((letter) => letter.charCodeAt(0));
	let [code, position, bias] = [128, 0, 72];
	for (let at = dash + 1; at < coded.length; ) {
		const before = position;
		for (let weight = 1, k = BASE; ; k += BASE) {
			const digit = digitOf(coded.charCodeAt(at++));
			if (!(digit < BASE)) return undefined;
			position += digit * weight;
			const least = Math.min(Math.max(k - bias, 1), MOST);
			if (digit < least) break;
			weight *= BASE - least;
		}
		const length = letters.length + 1;
		bias = biasAfter(position - before, length, before === 0);
		code += Math.floor(position / length);
		if (code > LARGEST || (code >= 0xd800 && code <= 0xdfff)) return undefined;
		position %= length;
		letters.splice(position++, 0, code);
	}
	return String.fromCodePoint(...letters);
};

/** The maximum length of a label, which also limits the work on one. */
const LONGEST_LABEL = 63;

/** Letters that look alike in two scripts can make one label look like another. */
const isDisguise = (label: string): boolean =>
	!/^[\p{L}\p{M}\p{N}-]+$/u.test(label) ||
	(/\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label));

const shownLabel = (label: string): string => {
	if (!/^xn--/i.test(label) || label.length > LONGEST_LABEL) return label;
	const decoded = decodedLabel(label.slice(4).toLowerCase());
	return decoded === undefined || isDisguise(decoded) ? label : decoded;
};

/** A host in readable form: international names are decoded, except those that mix scripts with similar letters. */
export const shownHost = (host: string): string =>
	/xn--/i.test(host) ? host.split(".").map(shownLabel).join(".") : host;
