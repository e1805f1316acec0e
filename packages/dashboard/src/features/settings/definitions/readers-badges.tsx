import { useAreaWords } from "../../../i18n/areas.ts";
import { Badge } from "../../../ui/form/choice.tsx";

interface ReadersBadgesProps {
	isPublic: boolean;
	/** Null for a definition of all sites of the organization. */
	siteId: number | null;
}

/** Who can see a note or a segment, and whether it is for all sites. */
export const ReadersBadges = ({ isPublic, siteId }: ReadersBadgesProps) => {
	const words = useAreaWords("sharing").definitions;
	return (
		<span class="row wrap">
			<Badge tone={isPublic ? "accent" : "plain"}>
				{isPublic ? words.strangers : words.members}
			</Badge>
			{siteId === null && <Badge>{words.allSites}</Badge>}
		</span>
	);
};
