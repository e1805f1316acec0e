import { useState } from "preact/hooks";
import { useWords } from "../../../i18n/language.ts";

interface SiteFields {
	name: string;
	domain: string;
}

/** The name and the domain of a site in a form: their input, what is wrong with each, and both once they are valid. */
export const useSiteFields = (given: Partial<SiteFields> = {}) => {
	const { sites } = useWords();
	const [fields, setFields] = useState<SiteFields>({
		name: given.name ?? "",
		domain: given.domain ?? "",
	});
	const [errors, setErrors] = useState<Partial<SiteFields>>({});
	const inputOf = (field: keyof SiteFields) => ({
		value: fields[field],
		error: errors[field],
		onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
			setFields((before) => ({ ...before, [field]: currentTarget.value })),
	});
	/** The trimmed fields, or undefined if one is missing, which is then shown. */
	const checked = (): SiteFields | undefined => {
		const trimmed = { name: fields.name.trim(), domain: fields.domain.trim() };
		const missing = {
			...(trimmed.name === "" && { name: sites.nameBad }),
			...(trimmed.domain === "" && { domain: sites.domainBad }),
		};
		setErrors(missing);
		return Object.keys(missing).length > 0 ? undefined : trimmed;
	};
	return { name: inputOf("name"), domain: inputOf("domain"), checked };
};
