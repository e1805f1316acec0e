import { numberFormat } from "../../../format/number-format.ts";
import { pluralForm } from "../../../format/plural.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { useAddress } from "../../../router/use-address.ts";
import { Button } from "../../../ui/button.tsx";
import { CardState } from "../../../ui/card-state.tsx";
import { SelectField } from "../../../ui/form/field.tsx";
import { Table } from "../../../ui/table.tsx";
import access from "../../shared/access/access.module.css";
import { PageButtons } from "../../shared/list/pager.tsx";
import { ReportPanel } from "../../shared/report/report-panel.tsx";
import { useOwnMoment } from "../../shared/time/use-own-moment.ts";
import { useQuickWrite } from "../../shared/write/use-quick-write.ts";
import css from "../organization.module.css";
import { useOwnKeys } from "../use-own-keys.ts";
import {
	type Channel,
	DELIVERIES_PER_PAGE,
	type Delivery,
	sendAgain,
	useDeliveries,
} from "./channel-api.ts";
import { useChannelWords } from "./use-channel-words.ts";

const STATUSES = ["waiting", "sent", "failed", "dropped"] as const satisfies Delivery["status"][];

/** The status, and below it how often it was tried, when it is again, and what the last try came to. */
const State = ({ status, tries, nextTryAt, lastAnswer }: Delivery) => {
	const words = useChannelWords();
	const { locale } = useWording();
	const { momentText } = useOwnMoment();
	const count = `${numberFormat(locale, {}).format(tries)} ${pluralForm(tries, locale, words.tries)}`;
	return (
		<span class={access["who"]}>
			<b>{words.statuses[status]}</b>
			<span class={access["small"]}>{count}</span>
			{nextTryAt !== null && (
				<span class={access["small"]}>{words.next(momentText(nextTryAt))}</span>
			)}
			{lastAnswer !== null && <span class={access["small"]}>{lastAnswer}</span>}
		</span>
	);
};

const useColumns = (organizationId: string) => {
	const words = useChannelWords();
	const { actionsHead } = useAreaWords("around");
	const { momentText } = useOwnMoment();
	const write = useQuickWrite();
	return [
		{
			id: "when",
			head: words.when,
			cell: ({ createdAt }: Delivery) => <span class="nw">{momentText(createdAt)}</span>,
		},
		{
			id: "what",
			head: words.what,
			cell: ({ key, kind, title }: Delivery) =>
				key.startsWith("audit:")
					? words.auditEntry
					: (title ?? (kind === "confirmation" ? words.confirmation : words.report)),
		},
		{
			id: "to",
			head: words.to,
			cell: ({ channelName, address }: Delivery) => channelName ?? address,
		},
		{
			id: "state",
			head: words.state,
			cell: (one: Delivery) => <State {...one} />,
		},
		{
			id: "actions",
			head: actionsHead,
			isHeadHidden: true,
			isNumber: true,
			cell: ({ deliveryId }: Delivery) => (
				<Button
					kind="quiet"
					onClick={() => void write(() => sendAgain(organizationId, deliveryId), words.isSentAgain)}
				>
					{words.sendAgain}
				</Button>
			),
		},
	];
};

/** What was sent to the channels of an organization and by mail, newest first; the URL keeps what it is narrowed to. */
export const DeliveriesPanel = ({
	organizationId,
	channels,
}: {
	organizationId: string;
	channels: readonly Channel[];
}) => {
	const words = useChannelWords();
	const { table } = useAreaWords("around");
	const { address, change } = useAddress();
	const { read, set } = useOwnKeys();
	const channel = channels.find(({ channelId }) => String(channelId) === read("channel"));
	const status = STATUSES.find((one) => one === read("status"));
	const page = address.page ?? 1;
	const report = useDeliveries(organizationId, {
		...{ status, page },
		channel: channel && String(channel.channelId),
	});
	const columns = useColumns(organizationId);
	const count = report.data?.totalCount ?? 0;
	const isNarrowed = channel !== undefined || status !== undefined;
	const choose = (key: string) => (value: string) =>
		set({ [key]: value === "" ? undefined : value });
	const filters = (
		<div class={css["filters"]}>
			<SelectField
				isBare
				label={words.channel}
				value={channel ? String(channel.channelId) : ""}
				choices={[
					["", words.allChannels],
					...channels.map(({ channelId, name }) => [String(channelId), name] as const),
				]}
				onChoose={choose("channel")}
			/>
			<SelectField
				isBare
				label={words.state}
				value={status ?? ""}
				choices={[
					["", words.allStatuses],
					...STATUSES.map((one) => [one, words.statuses[one]] as const),
				]}
				onChoose={choose("status")}
			/>
		</div>
	);
	return (
		<>
			{(count > 0 || isNarrowed) && filters}
			<ReportPanel
				label={words.deliveries}
				title={words.deliveries}
				report={report}
				foot={
					<div class={css["pager"]}>
						<span>{words.deliveriesText}</span>
						{(count > DELIVERIES_PER_PAGE || page > 1) && (
							<PageButtons
								page={page}
								hasNext={page * DELIVERIES_PER_PAGE < count}
								onPage={(to) => change({ page: to === 1 ? undefined : to })}
								kind="tool"
								show="icon"
							/>
						)}
					</div>
				}
			>
				{({ data }) =>
					data.length === 0 ? (
						<CardState
							icon={isNarrowed ? "filter" : "info"}
							title={isNarrowed ? words.noMatch : words.noDeliveries}
							action={
								isNarrowed && (
									<Button onClick={() => set({ channel: undefined, status: undefined })}>
										{words.clear}
									</Button>
								)
							}
						>
							{!isNarrowed && words.noDeliveriesText}
						</CardState>
					) : (
						<Table<Delivery>
							label={table(words.deliveries)}
							rows={data}
							keyOf={({ deliveryId }) => deliveryId}
							isStale={report.state === "refetching"}
							columns={columns}
						/>
					)
				}
			</ReportPanel>
		</>
	);
};
