import { expect, it } from "vitest";
import { providerToLink } from "./provider-to-link.ts";

it.each([
	["?refused=account-exists&provider=corp", "corp"],
	["?refused=account-exists&provider=o_7f3-Qx", "o_7f3-Qx"],
	["?refused=account-exists&provider=..%2F..%2Fx", undefined],
	["?refused=account-exists", undefined],
	["?refused=no-role&provider=corp", undefined],
	["", undefined],
])("who signs in at %s is asked whether to link the provider %s", (search, provider) =>
	expect(providerToLink(search)).toBe(provider),
);
