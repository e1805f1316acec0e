import { useAreaWords } from "../../../i18n/areas.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { CheckField } from "../../../ui/form/field.tsx";
import { useOwnOrganization } from "../frame/who-may.tsx";

interface VisibilityFieldsProps {
	isPublic: boolean;
	isForAll: boolean;
	onChange(change: { isPublic?: boolean; isForAll?: boolean }): void;
}

/** Whether the public sees it, and whether it applies to all sites, which only administrators may decide. */
export const VisibilityFields = ({ isPublic, isForAll, onChange }: VisibilityFieldsProps) => {
	const words = useAreaWords("sharing").definitions;
	const { site } = useSiteView();
	const organization = useOwnOrganization();
	return (
		<>
			<CheckField
				label={words.isPublic}
				checked={isPublic}
				onChange={({ currentTarget }) => onChange({ isPublic: currentTarget.checked })}
			/>
			{site.mayConfigure && (
				<CheckField
					label={words.isForAll(organization?.name ?? "")}
					checked={isForAll}
					onChange={({ currentTarget }) => onChange({ isForAll: currentTarget.checked })}
				/>
			)}
		</>
	);
};
