import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./public-address.ts";

describe("an address of a destination", () => {
	it.each(["93.184.216.34", "2606:4700::1111", "::ffff:93.184.216.34"])(
		"is public if it is %s",
		(address) => expect(isPublicAddress(address)).toBe(true),
	);

	it.each([
		...["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0"],
		...["100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fd00::1"],
		...[
			"::ffff:127.0.0.1",
			"64:ff9b::7f00:1",
			"2002:7f00:1::",
			"::7f00:1",
			"64:ff9b:1::a00:1",
			"shop.example.com",
			"",
		],
	])("is not public if it is %s", (address) => expect(isPublicAddress(address)).toBe(false));
});
