import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Bind } from "./binding.ts";

const PREFIX = "user-";
const HEX_CHARACTERS = 16;

/**
 * Names for a site's users in reports for callers who must not see the site's own user ids, which are often e-mail addresses.
 * A user has the same pseudonym in every report of a site, and another one on other sites.
 */
export interface Pseudonyms {
	/** The pseudonym of an id; "" for "". */
	of(id: string): string;
	/** SQL for the pseudonym of an id, given as an SQL expression. */
	sql(id: string, bind: Bind): string;
}

export type PseudonymsOf = (siteId: number) => Pseudonyms;

/**
 * Pseudonyms are keyed, so that they cannot be computed from a list of addresses.
 * @param secret the same in every process and after every restart; without one, pseudonyms last as long as the
 * process
 */
export const createPseudonyms =
	(secret: string = randomBytes(32).toString("hex")): PseudonymsOf =>
	(siteId) => {
		const key = createHmac("sha256", secret).update(`pseudonyms of site ${siteId}`).digest("hex");
		return {
			of: (id) =>
				id === ""
					? ""
					: PREFIX +
						createHash("sha256")
							.update(key + id)
							.digest("hex")
							.slice(0, HEX_CHARACTERS),
			sql: (id, bind) =>
				`if(${id} = '', '', concat('${PREFIX}', substring(lower(hex(SHA256(concat(${bind(key, "String")}, ${id})))), 1, ${HEX_CHARACTERS})))`,
		};
	};

/**
 * SQL over rows of events for whether the user id, or its pseudonym, passes a test. Each distinct id is hashed once,
 * not once per row.
 * @param test SQL of the test on an id
 */
export const shownIdPasses = (
	pseudonyms: Pseudonyms | undefined,
	bind: Bind,
	test: (id: string) => string,
): string =>
	pseudonyms
		? `identified_user_id IN (
      SELECT known_id
      FROM (SELECT DISTINCT identified_user_id AS known_id FROM events WHERE site_id = {site:UInt32})
      WHERE ${test(pseudonyms.sql("known_id", bind))})`
		: test("identified_user_id");
