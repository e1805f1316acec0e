import { expect, it } from "vitest";
import { bytesText } from "./bytes-text.ts";

it.each([
	[0, "0 bytes"],
	[999, "999 bytes"],
	[1000, "1 kB"],
	[3_440_000, "3.4 MB"],
	[48_700_000, "49 MB"],
	[2_000_000_000_000, "2,000 GB"],
])("%d bytes are %s", (bytes, text) => expect(bytesText(bytes, "en")).toBe(text));
