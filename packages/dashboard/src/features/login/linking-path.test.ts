import { expect, it } from "vitest";
import { linkingPath } from "./linking-path.ts";

it.each([
	["?refused=account-exists&provider=corp", "/api/sign-in/oidc/corp"],
	["?refused=account-exists&provider=o_7f3-Qx", "/api/sign-in/oidc/o_7f3-Qx"],
	["?refused=account-exists&provider=..%2F..%2Fx", undefined],
	["?refused=account-exists", undefined],
	["?refused=no-role&provider=corp", undefined],
	["", undefined],
])("signing in at %s goes on to the provider: %s", (search, path) =>
	expect(linkingPath(search)).toBe(path),
);
