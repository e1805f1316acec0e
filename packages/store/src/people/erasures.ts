import { createHash } from "node:crypto";
import type { EventStore, WritableStore } from "../client/client.ts";

/** A person or thing of a site that was erased; a recording is identified by the decimal text of its session. */
export type Subject = { user: string } | { device: string } | { recording: string } | "site";

/** A digest that names nobody. */
export const digestOf = (site: number, subject: Subject): string => {
	if (subject === "site") return "";
	const text = [site, ...Object.entries(subject).flat()].join("/");
	return createHash("sha256").update(text).digest("base64url").slice(0, 22);
};

const digestInSql = (site: string, subject: string) =>
	`substring(replaceAll(replaceAll(base64Encode(SHA256(concat(toString(${site}), '/', ${subject}))), '+', '-'), '/', '_'), 1, 22)`;

/** SQL of the digest of a user whose own id is in `user_id`, as in `traits` and `aliases`. */
export const SUBJECT_OF_USER = digestInSql("site_id", "concat('user/', user_id)");

/** SQL of the digest of the subject of a row of `events`: its user, if it names one, or its device. */
export const SUBJECT_OF_EVENT = digestInSql(
	"site_id",
	`if(identified_user_id = '', concat('device/', leftPad(lower(hex(user_id)), 16, '0')), concat('user/', identified_user_id))`,
);

/** SQL of the digests of the subjects of `{mutation:UInt64}` of a site `{site:UInt32}`. */
export const SUBJECTS_OF_MUTATION = `(SELECT ${digestInSql(
	"{site:UInt32}",
	"if(device IS NULL, concat('user/', user_id), concat('device/', leftPad(lower(hex(assumeNotNull(device))), 16, '0')))",
)} FROM mutation_subjects WHERE mutation = {mutation:UInt64})`;

/** SQL of the digests of subjects that a site `{site:UInt32}` erased since `{since:Int64}`, ms since the epoch. */
export const ERASED_SINCE = `SELECT subject FROM erasures
	WHERE site_id = {site:UInt32} AND erased_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')`;

/** Stores that these are erased, so that the loader drops their records that are still in the queue. */
export const recordErasure = (
	store: Pick<WritableStore, "insert">,
	site: number,
	subjects: readonly Subject[],
	at = Date.now(),
): Promise<void> =>
	store.insert(
		"erasures",
		["site_id", "subject", "erased_at"],
		subjects.map((subject) => [site, digestOf(site, subject), at]),
		// A loader may query any of the servers.
		{ isOnAll: true },
	);

/** The person or site that a record of the queue is about. */
export interface Concerned {
	site: number;
	/** ms since the epoch. */
	receivedAt: number;
	/** The site's own id of its user, "" when none. */
	user: string;
	/** Visitor ids, 16 hex characters; a record that names its user is only about that user. */
	devices: readonly string[];
}

interface RecordedChunk {
	site: number;
	receivedAt: number;
	session: string;
}

export type Erasures = ReturnType<typeof createErasures>;

/** Writes of one moment may become visible in another order; reading them again changes nothing. */
const OVERLAP_MS = 60_000;

/** A loader's view of the erasures, refreshed with only new ones. */
export const createErasures = (store: Pick<EventStore, "query">) => {
	const erasedAt = new Map<string, number>();
	let latest = 0;
	const keyOf = (site: number, digest: string) => `${site}/${digest}`;
	const isErased = (site: number, receivedAt: number, subject: Subject) =>
		receivedAt <= (erasedAt.get(keyOf(site, digestOf(site, subject))) ?? -1);
	return {
		/** Loads the erasures since the last call. */
		refresh: async (): Promise<void> => {
			const rows = await store.query<{ site_id: number; subject: string; at: number }>(
				`SELECT site_id, subject, toUnixTimestamp64Milli(max(erased_at)) AS at
				FROM erasures WHERE erased_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
				GROUP BY site_id, subject SETTINGS max_execution_time = 60`,
				{ since: Math.max(0, latest - OVERLAP_MS) },
			);
			for (const { site_id, subject, at } of rows) {
				erasedAt.set(keyOf(site_id, subject), at);
				latest = Math.max(latest, at);
			}
		},
		/** When somebody was last erased, as far as is known: ms since the epoch, 0 for never. */
		latest: () => latest,
		/** Whether its subject was erased after it was received. */
		covers: ({ site, receivedAt, user, devices }: Concerned): boolean => {
			// Nearly always nobody was erased that recently, so no digest needs computing.
			if (receivedAt > latest) return false;
			const subjects: Subject[] = user === "" ? devices.map((device) => ({ device })) : [{ user }];
			return [...subjects, "site" as const].some((subject) => isErased(site, receivedAt, subject));
		},
		/** Whether the recording of its session was deleted after it was received. */
		coversRecording: ({ site, receivedAt, session }: RecordedChunk): boolean =>
			receivedAt <= latest && isErased(site, receivedAt, { recording: session }),
	};
};
