import { answerOf, client } from "../../../api/client.ts";
import { useOwnSites } from "../../../api/own-sites.ts";
import { useReport } from "../../../api/use-report.ts";
import { SelectField } from "../../../ui/form/field.tsx";
import { useMailWords } from "./use-mail-words.ts";

/** The segments of a site, or, without one, those that apply to all sites of the organization. */
const useSegments = (organizationId: string, siteId: number | null) => {
	const isOfAll = siteId === null;
	// Each site lists the organization's segments beside its own.
	const sites = useOwnSites({ organization_id: organizationId, page_size: 1 }, !isOfAll);
	const listedAt = siteId ?? sites.data?.data[0]?.siteId;
	const { data } = useReport({
		key: ["segments of a mail", listedAt],
		isOff: listedAt === undefined,
		fetch: (signal) =>
			answerOf(
				client.GET("/api/sites/{site}/segments", {
					params: { path: { site: String(listedAt) } },
					signal,
				}),
			),
	});
	// An organization without sites has no segments.
	if (isOfAll && sites.data?.data.length === 0) return [];
	return data?.filter((segment) => !isOfAll || segment.siteId === null);
};

/** Limits a report to a saved segment: of its site, or, if it is about all sites, of the organization. */
export const SegmentField = ({
	organizationId,
	siteId,
	chosen,
	onChoose,
}: {
	organizationId: string;
	/** Null for a report about all sites. */
	siteId: number | null;
	chosen: number | null;
	onChoose(segmentId: number | null): void;
}) => {
	const { form: texts } = useMailWords();
	const listed = useSegments(organizationId, siteId);
	const segments = (listed ?? []).map(({ segmentId, name }): readonly [string, string] => [
		String(segmentId),
		name,
	]);
	const isGone = listed && chosen !== null && !segments.some(([id]) => id === String(chosen));
	if (siteId !== null && listed && segments.length === 0 && !isGone) return null;
	return (
		<SelectField
			label={texts.segment}
			hint={
				siteId === null &&
				(listed && segments.length === 0 ? texts.noSegmentOfAll : texts.segmentOfAll)
			}
			value={chosen === null ? "" : String(chosen)}
			choices={[
				["", texts.everyone],
				...(isGone ? [[String(chosen), texts.segmentGone(String(chosen))] as const] : []),
				...segments,
			]}
			onChoose={(id) => onChoose(id === "" ? null : Number(id))}
		/>
	);
};
