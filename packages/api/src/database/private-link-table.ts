import type { Area } from "@footfall/shared/areas";
import type { ColumnType, Generated } from "kysely";

/** A link that shows a site's analytics without an account; revoked ones are deleted. */
export interface PrivateLinkTable {
	linkId: Generated<number>;
	siteId: number;
	name: string;
	/** As `createLinkKeys` hashes it. */
	keyHash: string;
	/** Of the site's main link, whose key can be read again: the key, encrypted with the installation's key. */
	sealedKey: string | null;
	/** The only areas that the link shows; null = all. */
	areas: ColumnType<Area[] | null, string | null | undefined, string | null>;
	/** null = never */
	expiresAt: Date | null;
	/** null = none is asked for */
	passwordHash: string | null;
	/** User id; null for a key of the organization, a deleted account, and links of earlier versions. */
	createdBy: string | null;
	createdAt: Generated<Date>;
	/** Of its settings: what was proved for the link before does not count after. In whole milliseconds. */
	updatedAt: Generated<Date>;
	/** To the minute. */
	lastUsedAt: ColumnType<Date | null, undefined, Date | null>;
}
