import { useAreaWords } from "../../../i18n/areas.ts";
import { TextField } from "../../../ui/form/field.tsx";

interface OwnPasswordFieldProps {
	value: string;
	error: string | undefined;
	onValue(value: string): void;
}

/** Asks for the person's password before a second factor is added or removed. */
export const OwnPasswordField = ({ value, error, onValue }: OwnPasswordFieldProps) => (
	<TextField
		label={useAreaWords("factor").password}
		type="password"
		autocomplete="current-password"
		value={value}
		error={error}
		onInput={({ currentTarget }) => onValue(currentTarget.value)}
	/>
);
