import { useAreaWords } from "../../../i18n/areas.ts";
import css from "./person-label.module.css";
import { knownName, type Person, shortId } from "./person-name.ts";

/** A person's name; a device of which no user is known has the beginning of its id. */
export const PersonLabel = ({ person }: { person: Person }) => {
	const words = useAreaWords("people");
	const name = knownName(person);
	if (name !== undefined) return <bdi title={name}>{name}</bdi>;
	return (
		<span title={person.user_id}>
			{words.anonymous} <span class={css["id"]}>{shortId(person.user_id)}</span>
		</span>
	);
};

/** The same as text. */
export const usePersonText = (): ((person: Person) => string) => {
	const words = useAreaWords("people");
	return (person) => knownName(person) ?? `${words.anonymous} ${shortId(person.user_id)}`;
};
