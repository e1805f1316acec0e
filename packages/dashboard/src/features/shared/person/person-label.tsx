import { useWords } from "../../../i18n/language.ts";
import css from "./person-label.module.css";
import { knownName, type Person, shortId } from "./person-name.ts";

/** A person's name; an unidentified device has the beginning of its id. */
export const PersonLabel = ({ person }: { person: Person }) => {
	const { anonymous } = useWords().part;
	const name = knownName(person);
	if (name !== undefined) return <bdi title={name}>{name}</bdi>;
	return (
		<span title={person.user_id}>
			{anonymous} <span class={css["id"]}>{shortId(person.user_id)}</span>
		</span>
	);
};

/** The same as text. */
export const usePersonText = (): ((person: Person) => string) => {
	const { anonymous } = useWords().part;
	return (person) => knownName(person) ?? `${anonymous} ${shortId(person.user_id)}`;
};
