/** The known identity of a row's person. */
export interface Person {
	user_id: string;
	identified_user_id: string;
	traits: Readonly<Record<string, unknown>> | null;
}

const NAMED_BY = ["name", "username", "email"] as const;

/** The name from the site's traits, or the site's own user id; undefined for an unidentified device. */
export const knownName = ({ identified_user_id, traits }: Person): string | undefined => {
	for (const trait of NAMED_BY) {
		const value = traits?.[trait];
		if (typeof value === "string" && value.trim() !== "") return value;
	}
	return identified_user_id || undefined;
};

const SHORT_LENGTH = 6;

/** The id that the API uses for the person. */
export const personId = ({ user_id, identified_user_id }: Person): string =>
	identified_user_id || user_id;

/** A device's id is long, and its beginning is enough to distinguish devices. */
export const shortId = (id: string): string => id.slice(0, SHORT_LENGTH);
