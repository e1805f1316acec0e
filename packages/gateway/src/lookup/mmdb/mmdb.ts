import ipaddr from "ipaddr.js";
import { type MmdbValue, mmdbValuesIn } from "./mmdb-value.ts";
import { openPagedFile, type PagedFile } from "./paged-file.ts";

const METADATA_MARKER = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
const METADATA_MAX_BYTES = 128 * 1024;
const DATA_SEPARATOR_BYTES = 16;

/** A MaxMind DB of which only the pages needed for look-ups are read. */
export interface Mmdb {
	/** 4 or 6: the kind of address in its tree. A tree of 6 may contain IPv4 too. */
	ipVersion: number;
	/** When the data was built, in ms since the epoch; 0 if the file does not say. */
	builtAt: number;
	/** The record of an address; `undefined` for none and for text that is not an address. */
	find(address: string): MmdbValue | undefined;
	close(): void;
}

const numberIn = (metadata: MmdbValue, key: string): number => {
	const value =
		typeof metadata === "object" && key in metadata
			? (metadata as Record<string, MmdbValue>)[key]
			: undefined;
	if (typeof value !== "number") throw new RangeError(`The metadata has no ${key}`);
	return value;
};

const buildTimeIn = (metadata: MmdbValue): number => {
	const { build_epoch: seconds } = metadata as Record<string, MmdbValue>;
	return typeof seconds === "bigint" || typeof seconds === "number" ? Number(seconds) * 1000 : 0;
};

const metadataOf = (file: PagedFile, path: string) => {
	const length = Math.min(file.bytes, METADATA_MAX_BYTES);
	const from = file.bytes - length;
	const marker = file.at(from, length, (buffer, start) =>
		buffer.subarray(start, start + length).lastIndexOf(METADATA_MARKER),
	);
	if (marker === -1) throw new RangeError(`${path} is not a MaxMind DB file`);
	const base = from + marker + METADATA_MARKER.length;
	const metadata = mmdbValuesIn(file, base)(base);
	return {
		nodes: numberIn(metadata, "node_count"),
		recordBits: numberIn(metadata, "record_size"),
		ipVersion: numberIn(metadata, "ip_version"),
		builtAt: buildTimeIn(metadata),
	};
};

const READ_RECORD: Record<number, (buffer: Buffer, node: number, right: boolean) => number> = {
	24: (buffer, node, right) => buffer.readUIntBE(node + (right ? 3 : 0), 3),
	// The middle byte holds the upper four bits of both records.
	28: (buffer, node, right) => {
		const middle = buffer[node + 3] ?? 0;
		return right
			? (middle & 0x0f) * 0x1000000 + buffer.readUIntBE(node + 4, 3)
			: (middle >> 4) * 0x1000000 + buffer.readUIntBE(node, 3);
	},
	32: (buffer, node, right) => buffer.readUInt32BE(node + (right ? 4 : 0)),
};

const IPV4_PREFIX_BITS = 96;

/** @throws when the file is missing or not a MaxMind DB */
export const openMmdb = (path: string): Mmdb => {
	const file = openPagedFile(path);
	const { nodes, recordBits, ipVersion, builtAt } = metadataOf(file, path);
	const readRecord = READ_RECORD[recordBits];
	if (readRecord === undefined) throw new RangeError(`${path} has records of ${recordBits} bits`);
	const nodeBytes = recordBits / 4;
	const base = nodes * nodeBytes + DATA_SEPARATOR_BYTES;
	const valueAt = mmdbValuesIn(file, base);

	const step = (node: number, right: boolean) =>
		file.at(node * nodeBytes, nodeBytes, (buffer, start) => readRecord(buffer, start, right));

	const walk = (from: number, bytes: readonly number[]): number => {
		let node = from;
		for (let bit = 0; bit < bytes.length * 8 && node < nodes; bit++)
			node = step(node, (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1);
		return node;
	};

	const ipv4Root = ipVersion === 4 ? 0 : walk(0, new Array<number>(IPV4_PREFIX_BITS / 8).fill(0));

	const leafOf = (address: ipaddr.IPv4 | ipaddr.IPv6): number =>
		address.kind() === "ipv4"
			? walk(ipv4Root, address.toByteArray())
			: ipVersion === 4
				? nodes
				: walk(0, address.toByteArray());

	return {
		ipVersion,
		builtAt,
		find: (address) => {
			if (!ipaddr.isValid(address)) return undefined;
			const leaf = leafOf(ipaddr.process(address));
			return leaf > nodes ? valueAt(base + leaf - nodes - DATA_SEPARATOR_BYTES) : undefined;
		},
		close: () => file.close(),
	};
};
