import { createHash } from "node:crypto";
import type { Rule } from "./rule.ts";

const LENGTH = 16;

/** Identifies a rule by all that it does: 16 hex characters, the same for an equal rule. */
export const digestOfRule = (rule: Rule): string =>
	createHash("sha256").update(JSON.stringify(rule)).digest("hex").slice(0, LENGTH);
