import { useState } from "preact/hooks";
import { isAdministrator } from "../../../api/sites.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording, useWords } from "../../../i18n/language.ts";
import { PageHead } from "../../../layout/head/page-head.tsx";
import { useWrite } from "../../../layout/write/use-write.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { CardState } from "../../../ui/card-state.tsx";
import { CodeBlock } from "../../../ui/copy.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { Table } from "../../../ui/table.tsx";
import access from "../../shared/access/access.module.css";
import { RowMenu } from "../../shared/access/row-menu.tsx";
import { GuideLink } from "../../shared/report/guide-link.tsx";
import { ReportPanel } from "../../shared/report/report-panel.tsx";
import { Confirm } from "../../shared/write/confirm.tsx";
import { useQuickWrite } from "../../shared/write/use-quick-write.ts";
import type { SectionProps } from "../section.ts";
import {
	type Channel,
	changeChannel,
	removeChannel,
	testChannel,
	useChannels,
} from "./channel-api.ts";
import { ChannelForm } from "./channel-form.tsx";
import { DeliveriesPanel } from "./deliveries-panel.tsx";
import { useChannelWords } from "./use-channel-words.ts";

const targetText = ({ target }: Channel): string => {
	switch (target.kind) {
		case "mail":
			return target.address;
		case "telegram":
			return target.chatId;
		case "ntfy":
			return `${target.server.replace(/^https?:\/\//, "")}/${target.topic}`;
		default:
			return target.url;
	}
};

const useColumns = () => {
	const words = useChannelWords();
	return [
		{
			id: "name",
			head: words.name,
			cell: ({ name, kind }: Channel) => (
				<span class={access["who"]}>
					<b>{name}</b>
					<span class={access["small"]}>{words.kinds[kind]}</span>
				</span>
			),
		},
		{
			id: "target",
			head: words.target,
			cell: (channel: Channel) => <span class={access["cell"]}>{targetText(channel)}</span>,
		},
		{
			id: "state",
			head: words.state,
			cell: ({ isOn, offReason }: Channel) => (
				<span class={access["who"]}>
					<b>{isOn ? words.states.on : words.states.off}</b>
					{offReason !== null && offReason !== "person" && (
						<span class={access["small"]}>{words.off[offReason]}</span>
					)}
				</span>
			),
		},
	];
};

/** Sends a test when it opens, and shows what came of it. */
const Test = ({ channel, onClose }: { channel: Channel; onClose(): void }) => {
	const words = useChannelWords();
	const { language } = useWording();
	const { isBusy, error, write } = useWrite();
	const [result, setResult] = useState<{ isAccepted: boolean; answer: string }>();
	const send = () =>
		void write(async () => {
			setResult(undefined);
			setResult(await testChannel(channel, language));
		});
	return (
		<Dialog
			title={words.test}
			onClose={onClose}
			foot={
				<>
					<Button kind="quiet" onClick={onClose}>
						{words.close}
					</Button>
					<Button kind="solid" disabled={isBusy} onClick={send}>
						{isBusy ? words.testing : words.test}
					</Button>
				</>
			}
		>
			<p>
				<b>{channel.name}</b>
			</p>
			<p class={access["small"]}>{targetText(channel)}</p>
			{error && <Banner tone="bad">{error}</Banner>}
			{result && (
				<Banner tone={result.isAccepted ? "good" : "bad"}>
					{result.isAccepted ? words.accepted(channel.name) : words.refused(channel.name)}{" "}
					{result.answer}
				</Banner>
			)}
		</Dialog>
	);
};

type Open =
	| { as: "form"; channel: Channel | undefined }
	| { as: "test" | "remove"; channel: Channel }
	| { as: "secret"; secret: string };

const Opened = ({
	open,
	organizationId,
	setOpen,
}: {
	open: Open;
	organizationId: string;
	setOpen(open: Open | undefined): void;
}) => {
	const words = useChannelWords();
	const close = () => setOpen(undefined);
	switch (open.as) {
		case "form":
			return (
				<ChannelForm
					organizationId={organizationId}
					channel={open.channel}
					onSecret={(secret) => setOpen({ as: "secret", secret })}
					onClose={close}
				/>
			);
		case "test":
			return <Test channel={open.channel} onClose={close} />;
		case "remove":
			return (
				<Confirm
					title={words.removeTitle(open.channel.name)}
					action={words.remove}
					change={() => removeChannel(open.channel)}
					onDone={() => {
						toast(words.removed(open.channel.name));
						close();
					}}
					onClose={close}
				>
					{words.removeText}
				</Confirm>
			);
		case "secret":
			return (
				<Dialog
					title={words.secretTitle}
					onClose={close}
					foot={
						<Button kind="solid" onClick={close}>
							{words.close}
						</Button>
					}
				>
					<p>{words.secretText}</p>
					<CodeBlock code={open.secret} />
				</Dialog>
			);
	}
};

const useActions = (setOpen: (open: Open) => void) => {
	const words = useChannelWords();
	const write = useQuickWrite();
	return (channel: Channel) => {
		const { name, isOn, offReason, target } = channel;
		const isUnconfirmed = offReason === "unconfirmed";
		const linkAgain = () => {
			if (target.kind === "mail")
				void write(() => changeChannel(channel, { target }), words.mailSent);
		};
		const turn = (on: boolean) =>
			void write(
				() => changeChannel(channel, { isOn: on }),
				on ? words.isOn(name) : words.isOff(name),
			);
		return [
			...(isUnconfirmed
				? [{ id: "link", label: words.linkAgain, onPick: linkAgain }]
				: [
						{ id: "test", label: words.test, onPick: () => setOpen({ as: "test", channel }) },
						{
							id: "turn",
							label: isOn ? words.switchOff : words.switchOn,
							onPick: () => turn(!isOn),
						},
					]),
			{ id: "edit", label: words.edit, onPick: () => setOpen({ as: "form", channel }) },
			{ id: "remove", label: words.remove, onPick: () => setOpen({ as: "remove", channel }) },
		];
	};
};

/** Where an organization's alerts are sent to, and what was sent. */
export const Channels = ({ organization, which, links }: SectionProps) => {
	const frame = useWords();
	const words = useChannelWords();
	const { table, actionsHead } = useAreaWords("around");
	const report = useChannels(organization.id);
	const columns = useColumns();
	const [open, setOpen] = useState<Open>();
	const actions = useActions(setOpen);
	const mayChange = isAdministrator(organization.role);
	const add = mayChange && (
		<Button kind="main" onClick={() => setOpen({ as: "form", channel: undefined })}>
			<Icon name="plus" />
			{words.add}
		</Button>
	);
	return (
		<>
			<PageHead
				title={frame.menu.channels}
				of={organization.name}
				aside={which}
				actions={
					<>
						<GuideLink to="notices" />
						{(report.data?.length ?? 0) > 0 && add}
					</>
				}
			/>
			{links}
			<ReportPanel label={words.title} report={report} foot={words.text}>
				{(channels) =>
					channels.length === 0 ? (
						<CardState icon="out" title={words.empty} action={add}>
							{mayChange && words.emptyText}
						</CardState>
					) : (
						<Table<Channel>
							label={table(words.title)}
							rows={channels}
							keyOf={({ channelId }) => channelId}
							columns={[
								...columns,
								...(mayChange
									? [
											{
												id: "actions",
												head: actionsHead,
												isHeadHidden: true,
												isNumber: true,
												cell: (one: Channel) => <RowMenu name={one.name} items={actions(one)} />,
											},
										]
									: []),
							]}
						/>
					)
				}
			</ReportPanel>
			{mayChange && (
				<DeliveriesPanel organizationId={organization.id} channels={report.data ?? []} />
			)}
			{open && <Opened open={open} organizationId={organization.id} setOpen={setOpen} />}
		</>
	);
};
