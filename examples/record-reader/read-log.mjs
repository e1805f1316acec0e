// Prints each record of an embedded queue as a line of JSON: node read-log.mjs DATA_DIR/queue
import { readdirSync, readFileSync } from "node:fs";
import { crc32, inflateRawSync } from "node:zlib";

const NAMES = JSON.parse(readFileSync(new URL("fields.json", import.meta.url), "utf8"));
const MAGIC = Buffer.from([0xff, 0xf4, 0x46, 0x4c]);

/** The records in a block, or in the value of a packed Kafka record; undefined for a damaged one. */
export function* recordsIn(value) {
	const block = value.indexOf("FFD1") === 0 ? inflateRawSync(value.subarray(4)) : value;
	for (let at = 20, left = block.readUInt32LE(4); left > 0; left--) {
		const bytes = block.subarray(at + 8, at + 8 + block.readUInt32LE(at));
		yield crc32(bytes, bytes.length) === block.readUInt32LE(at + 4) ? bytes : undefined;
		at += 8 + bytes.length;
	}
}

/** An event by its columns; an identify, or a recording without its contents, as it is. */
export function readRecord(bytes) {
	if (bytes.indexOf("RPL1") === 0)
		return { replay: JSON.parse(bytes.toString("utf8", 8, 8 + bytes.readUInt32LE(4))) };
	const values = JSON.parse(bytes.toString());
	if (["identify", "quarantine"].includes(values[0])) return { [values[0]]: values };
	if (values[0] !== 1) throw new Error(`Version ${values[0]} of records is not known`);
	return Object.fromEntries(values.map((value, at) => [NAMES[at] ?? at, value]));
}

function* blocksIn(file) {
	for (let at = file.indexOf(MAGIC); at >= 0 && at + 40 <= file.length; ) {
		const header = file.subarray(at, at + 40);
		const isHeader = crc32(header.subarray(0, 36)) === header.readUInt32LE(36);
		const end = isHeader ? at + 40 + header.readUInt32LE(8) : at + 1;
		const body = file.subarray(at + 40, end);
		if (isHeader && header.readUInt32LE(4) === 0 && crc32(body) === header.readUInt32LE(32))
			yield { first: header.readDoubleLE(16), records: [...recordsIn(body)] };
		at = file.indexOf(MAGIC, end);
	}
}

const [, script, queue] = process.argv;
const folders = script === import.meta.filename ? readdirSync(queue) : [];
for (const log of folders.filter((name) => /^(log|old)-/.test(name)).sort()) {
	const names = readdirSync(`${queue}/${log}`).filter((name) => /^\d{16}-\d{16}\.log$/.test(name));
	names.sort((one, other) => Number(one.slice(17, 33)) - Number(other.slice(17, 33)));
	for (const [index, name] of names.entries())
		for (const { first, records } of blocksIn(readFileSync(`${queue}/${log}/${name}`)))
			for (const [nth, bytes] of records.entries())
				if (bytes && first + nth < Number(names[index + 1]?.slice(0, 16) ?? 1e16))
					console.log(JSON.stringify({ log, offset: first + nth, ...readRecord(bytes) }));
}
