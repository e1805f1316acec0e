import { useState } from "preact/hooks";
import { answerOf, client } from "../../../api/client.ts";
import { failureOf, type RequestFailure } from "../../../api/failure.ts";
import { useReport } from "../../../api/use-report.ts";
import { countText } from "../../../format/number.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { lazyPart } from "../../../layout/lazy/lazy-part.tsx";
import { useSiteView } from "../../../layout/site-view.ts";
import { Button } from "../../../ui/button.tsx";
import { BareInput } from "../../../ui/form/field.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Table } from "../../../ui/table.tsx";
import { usePastWords } from "../../shared/past/past-note.tsx";
import { useDraft } from "../../shared/write/drafts.ts";
import { type SiteConfig, saveSiteConfig, useSiteConfig } from "../config/site-config.ts";
import { Section, Setting } from "../frame/section.tsx";

const ProductComparison = lazyPart(
	async () => (await import("./product-comparison.tsx")).ProductComparison,
);

/** @param done how many imports are complete: a new one changes the months */
const useMonths = (done: number) => {
	const { site, timeZone } = useSiteView();
	return useReport({
		key: ["imported-months", site.id, timeZone, done],
		fetch: (signal) =>
			answerOf(
				client.GET("/api/sites/{site}/imported-months", {
					params: { path: { site: site.id }, query: { time_zone: timeZone } },
					signal,
				}),
			),
	});
};

/** The day until which imported figures count. */
const UntilSetting = ({ config }: { config: SiteConfig }) => {
	const settings = useAreaWords("settings");
	const words = usePastWords().months;
	const { site } = useSiteView();
	const draft = useDraft(`${site.id} imported until`, { day: config.importedUntil });
	const [failure, setFailure] = useState<RequestFailure>();
	const save = async () => {
		if (!draft.isChanged) return;
		setFailure(undefined);
		try {
			await saveSiteConfig(site.id, { importedUntil: draft.fields.day });
			draft.discard();
			toast(settings.saved(words.until));
		} catch (thrown) {
			setFailure(failureOf(thrown));
		}
	};
	if (!site.mayConfigure) return null;
	return (
		<Setting name={words.until} hint={words.untilHint} failure={failure}>
			<form
				class="row"
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					void save();
				}}
			>
				<BareInput
					label={words.until}
					type="date"
					value={draft.fields.day}
					onInput={({ currentTarget }) => draft.change({ day: currentTarget.value })}
				/>
				<Button type="submit" aria-disabled={!draft.isChanged}>
					{settings.save}
				</Button>
			</form>
		</Setting>
	);
};

/** What another product counted in each month and day, beside the site's own figures. Nothing without imported figures. */
export const ImportedMonths = ({ done }: { done: number }) => {
	const { locale } = useWording();
	const words = usePastWords().months;
	const { data: answer } = useMonths(done);
	const config = useSiteConfig();
	if (!answer || answer.data.length === 0) return null;
	const { until } = answer;
	const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
	const monthName = new Intl.DateTimeFormat(locale, {
		...{ month: "long", year: "numeric", timeZone: "UTC" },
	});
	const rows = answer.data.toReversed();
	type Row = (typeof rows)[number];
	const column = (id: string, head: string, count: (row: Row) => number) => ({
		...{ id, head, isNumber: true },
		cell: (row: Row) => countText(count(row), locale),
	});
	return (
		<>
			<Section
				title={words.title}
				text={until === null ? words.textOfNone : words.text(day.format(Date.parse(until)))}
				isPart
			>
				<Panel label={words.title}>
					{config.data && <UntilSetting config={config.data} />}
					<Table<Row>
						label={words.title}
						isTall
						rows={rows}
						keyOf={({ month }) => month}
						columns={[
							{
								...{ id: "month", head: words.month },
								cell: ({ month }) => monthName.format(Date.parse(`${month}-01`)),
							},
							column(
								"visitors",
								words.theirs(words.visitors),
								(row) => row.imported.daily_visitors,
							),
							column("sessions", words.theirs(words.sessions), (row) => row.imported.sessions),
							column("own-sessions", words.own(words.sessions), (row) => row.own.sessions),
							column("views", words.theirs(words.pageviews), (row) => row.imported.pageviews),
							column("own-views", words.own(words.pageviews), (row) => row.own.pageviews),
							column("double", words.double, (row) => row.double_days),
						]}
					/>
				</Panel>
			</Section>
			<ProductComparison done={done} />
		</>
	);
};
