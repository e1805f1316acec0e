import { useState } from "preact/hooks";
import { numberFormat } from "../../../format/number-format.ts";
import { pluralForm } from "../../../format/plural.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { Button } from "../../../ui/button.tsx";
import { CardState } from "../../../ui/card-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { Table } from "../../../ui/table.tsx";
import access from "../../shared/access/access.module.css";
import { RowMenu } from "../../shared/access/row-menu.tsx";
import { ReportPanel } from "../../shared/report/report-panel.tsx";
import { useOwnMoment } from "../../shared/time/use-own-moment.ts";
import { Confirm } from "../../shared/write/confirm.tsx";
import { useQuickWrite } from "../../shared/write/use-quick-write.ts";
import css from "../account.module.css";
import {
	type ListedDestination,
	pauseDestination,
	removeDestination,
	resumeDestination,
	useDestinations,
} from "./destination-api.ts";
import { DestinationForm } from "./destination-form.tsx";

/** The phase, and below it why and since when, in words. */
const State = ({ progress }: ListedDestination) => {
	const words = useAreaWords("destinations");
	const { locale } = useWording();
	const { momentText } = useOwnMoment();
	const { phase, failure, failingSince, lagEvents } = progress;
	const count = numberFormat(locale, {}).format(lagEvents);
	return (
		<span class={access["who"]}>
			<b>{words.phases[phase]}</b>
			{failure !== "" && (
				<span class={access["small"]}>
					{failure}
					{failingSince !== null && ` ${words.since(momentText(failingSince))}`}
				</span>
			)}
			{lagEvents > 0 && (
				<span class={access["small"]}>
					{count} {pluralForm(lagEvents, locale, words.waiting)}
				</span>
			)}
		</span>
	);
};

const useColumns = () => {
	const words = useAreaWords("destinations");
	const { locale } = useWording();
	const { momentText } = useOwnMoment();
	return [
		{
			id: "name",
			head: words.name,
			cell: ({ name, target }: ListedDestination) => (
				<span class={access["who"]}>
					<b>{name}</b>
					<span class={access["small"]}>{words.kinds[target.kind]}</span>
				</span>
			),
		},
		{
			id: "state",
			head: words.state,
			cell: (one: ListedDestination) => <State {...one} />,
		},
		{
			id: "delivered",
			head: words.delivered,
			isNumber: true,
			cell: ({ progress: { delivered, deliveredAt } }: ListedDestination) => (
				<>
					{numberFormat(locale, {}).format(delivered)}
					<span class={css["small"]}>
						{deliveredAt === null ? words.never : words.last(momentText(deliveredAt))}
					</span>
				</>
			),
		},
	];
};

/** What is asked before a destination is paused or removed. */
const Question = ({
	destination,
	verb,
	onClose,
}: {
	destination: ListedDestination;
	verb: "pause" | "remove";
	onClose(): void;
}) => {
	const words = useAreaWords("destinations");
	const { destinationId, name } = destination;
	const isPause = verb === "pause";
	return (
		<Confirm
			title={isPause ? words.pauseTitle(name) : words.removeTitle(name)}
			action={words[verb]}
			change={() => (isPause ? pauseDestination(destinationId) : removeDestination(destinationId))}
			onDone={() => {
				toast(isPause ? words.paused(name) : words.removed(name));
				onClose();
			}}
			onClose={onClose}
		>
			{isPause ? words.pauseText : words.removeText}
		</Confirm>
	);
};

type Open =
	| { as: "form"; destination: ListedDestination | undefined }
	| { as: "pause" | "remove"; destination: ListedDestination };

/** Where the instance sends its events to, for its administrator. */
export const DestinationsPanel = () => {
	const words = useAreaWords("destinations");
	const { table, actionsHead } = useAreaWords("around");
	const report = useDestinations();
	const columns = useColumns();
	const [open, setOpen] = useState<Open>();
	const close = () => setOpen(undefined);
	const write = useQuickWrite();
	const resume = ({ destinationId, name }: ListedDestination) =>
		write(() => resumeDestination(destinationId), words.resumed(name));
	const add = (
		<Button onClick={() => setOpen({ as: "form", destination: undefined })}>
			<Icon name="plus" />
			{words.add}
		</Button>
	);
	const actions = (destination: ListedDestination) => {
		const item = (as: "pause" | "remove") => ({
			id: as,
			label: words[as],
			onPick: () => setOpen({ as, destination }),
		});
		return [
			{ id: "edit", label: words.edit, onPick: () => setOpen({ as: "form", destination }) },
			destination.isPaused
				? { id: "resume", label: words.resume, onPick: () => void resume(destination) }
				: item("pause"),
			item("remove"),
		];
	};
	return (
		<>
			<ReportPanel
				label={words.title}
				title={words.title}
				report={report}
				aside={(report.data?.data.length ?? 0) > 0 && add}
				foot={words.text}
			>
				{({ data }) =>
					data.length === 0 ? (
						<CardState icon="out" title={words.empty} action={add}>
							{words.emptyText}
						</CardState>
					) : (
						<Table<ListedDestination>
							label={table(words.title)}
							rows={data}
							keyOf={({ destinationId }) => destinationId}
							columns={[
								...columns,
								{
									id: "actions",
									head: actionsHead,
									isHeadHidden: true,
									isNumber: true,
									cell: (one) => <RowMenu name={one.name} items={actions(one)} />,
								},
							]}
						/>
					)
				}
			</ReportPanel>
			{open?.as === "form" && report.data && (
				<DestinationForm
					destination={open.destination}
					permitted={report.data.permitted}
					onClose={close}
				/>
			)}
			{(open?.as === "pause" || open?.as === "remove") && (
				<Question destination={open.destination} verb={open.as} onClose={close} />
			)}
		</>
	);
};
