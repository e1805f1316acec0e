/** Who a row is of, as far as it is known. */
export interface Person {
	user_id: string;
	identified_user_id: string;
	traits: Readonly<Record<string, unknown>> | null;
}

const NAMED_BY = ["name", "username", "email"] as const;

/** The name that the site has told, or the site's own id; undefined for a device of which no user is known. */
export const knownName = ({ identified_user_id, traits }: Person): string | undefined => {
	for (const trait of NAMED_BY) {
		const value = traits?.[trait];
		if (typeof value === "string" && value.trim() !== "") return value;
	}
	return identified_user_id || undefined;
};

const SHORT_LENGTH = 6;

/** The id by which the api knows the person. */
export const personId = ({ user_id, identified_user_id }: Person): string =>
	identified_user_id || user_id;

/** A device's id is long, and its beginning tells devices apart. */
export const shortId = (id: string): string => id.slice(0, SHORT_LENGTH);
