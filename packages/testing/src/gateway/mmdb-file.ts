import ipaddr from "ipaddr.js";

/** A small MaxMind DB made of CIDR blocks and their records, as bytes: https://maxmind.github.io/MaxMind-DB/ */

type Value = string | number | bigint | Value[] | { [key: string]: Value };
type Node = [Node | number | undefined, Node | number | undefined];

const MARKER = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
const SEPARATOR = Buffer.alloc(16);

const control = (type: number, size: number): Buffer => {
	const low = Math.min(size, 29);
	const head = type < 8 ? [(type << 5) | low] : [low, type - 7];
	return Buffer.from(size < 29 ? head : [...head, size - 29]);
};

const number = (value: number): Buffer => {
	if (Number.isInteger(value) && value >= 0) {
		const bytes = Buffer.alloc(4);
		bytes.writeUInt32BE(value);
		return Buffer.concat([control(6, 4), bytes]);
	}
	const bytes = Buffer.alloc(8);
	bytes.writeDoubleBE(value);
	return Buffer.concat([control(3, 8), bytes]);
};

const encoded = (value: Value): Buffer => {
	if (typeof value === "string") {
		const bytes = Buffer.from(value);
		return Buffer.concat([control(2, bytes.length), bytes]);
	}
	if (typeof value === "number") return number(value);
	if (typeof value === "bigint") {
		const bytes = Buffer.alloc(8);
		bytes.writeBigUInt64BE(value);
		return Buffer.concat([control(9, 8), bytes]);
	}
	if (Array.isArray(value))
		return Buffer.concat([control(11, value.length), ...value.map(encoded)]);
	const entries = Object.entries(value);
	return Buffer.concat([
		control(7, entries.length),
		...entries.flatMap(([key, each]) => [encoded(key), encoded(each)]),
	]);
};

const bitsOf = (block: string): number[] => {
	const [address, prefix] = ipaddr.parseCIDR(block);
	const isIpv4 = address.kind() === "ipv4";
	// IPv4 is stored below the first 96 zero bits of a tree for both.
	const bytes = [...(isIpv4 ? new Array<number>(12).fill(0) : []), ...address.toByteArray()];
	return bytes
		.flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1))
		.slice(0, prefix + (isIpv4 ? 96 : 0));
};

/** Blocks must not overlap. `builtAt` is in ms since the epoch. */
export const mmdbFile = (records: Readonly<Record<string, Value>>, builtAt = 0): Buffer => {
	const root: Node = [undefined, undefined];
	const data: Buffer[] = [];
	let dataBytes = 0;
	for (const [block, record] of Object.entries(records)) {
		const bits = bitsOf(block);
		let node = root;
		for (const bit of bits.slice(0, -1)) {
			const next = node[bit];
			const child: Node = Array.isArray(next) ? next : [undefined, undefined];
			node[bit] = child;
			node = child;
		}
		node[bits.at(-1) ?? 0] = dataBytes;
		const bytes = encoded(record);
		data.push(bytes);
		dataBytes += bytes.length;
	}

	const nodes: Node[] = [];
	const numbers = new Map<Node, number>();
	const enter = (node: Node) => {
		numbers.set(node, nodes.length);
		nodes.push(node);
		for (const side of node) if (Array.isArray(side)) enter(side);
	};
	enter(root);
	const tree = Buffer.alloc(nodes.length * 8);
	for (const [index, node] of nodes.entries())
		for (const [side, child] of node.entries()) {
			const record =
				child === undefined
					? nodes.length
					: Array.isArray(child)
						? (numbers.get(child) ?? nodes.length)
						: nodes.length + SEPARATOR.length + child;
			tree.writeUInt32BE(record, index * 8 + side * 4);
		}
	const metadata = encoded({
		node_count: nodes.length,
		record_size: 32,
		ip_version: 6,
		binary_format_major_version: 2,
		build_epoch: BigInt(Math.floor(builtAt / 1000)),
	});
	return Buffer.concat([tree, SEPARATOR, ...data, MARKER, metadata]);
};
