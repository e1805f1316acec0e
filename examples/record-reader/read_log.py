"""Prints each record of an embedded queue as a line of JSON: python3 read_log.py DATA_DIR/queue"""
import json, pathlib, re, struct, sys, zlib

NAMES = json.loads((pathlib.Path(__file__).parent / "fields.json").read_text())


def records_in(value):
    """The records in a block, or in the value of a packed Kafka record; None for a damaged one."""
    block = zlib.decompress(value[4:], -15) if value[:4] == b"FFD1" else value
    at = 20
    for _ in range(struct.unpack_from("<I", block, 4)[0]):
        length, checksum = struct.unpack_from("<II", block, at)
        record = block[at + 8 : at + 8 + length]
        yield record if zlib.crc32(record, length) == checksum else None
        at += 8 + length


def read_record(record):
    """A record as a dict with a key for each column; other kinds as they are, without a recording's contents."""
    if record[:4] == b"RPL1":
        return {"replay": json.loads(record[8 : 8 + struct.unpack_from("<I", record, 4)[0]])}
    values = json.loads(record)
    if values[0] in ("identify", "quarantine"):
        return {values[0]: values}
    if values[0] != 1:
        raise ValueError(f"Records have version {values[0]}, not 1")
    return {(NAMES[at] if at < len(NAMES) else str(at)): value for at, value in enumerate(values)}


def read_log(directory):
    names = [path.name for path in directory.iterdir() if re.fullmatch(r"\d{16}-\d{16}\.log", path.name)]
    names.sort(key=lambda name: name[17:])
    for name, following in zip(names, names[1:] + ["9" * 16]):
        file, at = (directory / name).read_bytes(), 0
        while (at := file.find(b"\xff\xf4FL", at)) >= 0 and at + 40 <= len(file):
            kind, length, _, first, _, checksum, own = struct.unpack_from("<IIIddII", file, at + 4)
            is_header = zlib.crc32(file[at : at + 36]) == own
            body = file[at + 40 : at + 40 + length]
            if is_header and kind == 0 and zlib.crc32(body) == checksum:
                for offset, record in enumerate(records_in(body), int(first)):
                    if record is not None and offset < int(following[:16]):
                        yield {"log": directory.name, "offset": offset, **read_record(record)}
            at += 40 + length if is_header else 1


if __name__ == "__main__":
    for log in sorted(path for path in pathlib.Path(sys.argv[1]).iterdir() if re.match("(log|old)-", path.name)):
        for line in read_log(log):
            print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
