import { answerOf, client } from "../../../api/client.ts";
import { useReport } from "../../../api/use-report.ts";
import { SelectField } from "../../../ui/form/field.tsx";
import { useMailWords } from "./use-mail-words.ts";

/** Limits a report to a saved segment of its site. */
export const SegmentField = ({
	siteId,
	chosen,
	onChoose,
}: {
	siteId: number;
	chosen: number | null;
	onChoose(segmentId: number | null): void;
}) => {
	const { form: texts } = useMailWords();
	const report = useReport({
		key: ["segments of a mail", siteId],
		fetch: (signal) =>
			answerOf(
				client.GET("/api/sites/{site}/segments", {
					params: { path: { site: String(siteId) } },
					signal,
				}),
			),
	});
	const segments = (report.data ?? []).map(({ segmentId, name }): readonly [string, string] => [
		String(segmentId),
		name,
	]);
	const isGone = report.data && chosen !== null && !segments.some(([id]) => id === String(chosen));
	if (report.data && segments.length === 0 && !isGone) return null;
	return (
		<SelectField
			label={texts.segment}
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
