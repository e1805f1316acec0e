import { useId, useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { useQuickWrite } from "../shared/write/use-quick-write.ts";
import { type Decision, decideErrors } from "./decide-errors.ts";

const MAX_RELEASE = 128;

interface InReleaseProps {
	errorIds: readonly string[];
	/** Known releases, as suggestions. */
	releases: readonly string[];
	onDone(): void;
	onClose(): void;
}

/** Asks for the release that has the correction. */
const InRelease = ({ errorIds, releases, onDone, onClose }: InReleaseProps) => {
	const texts = useAreaWords("quality").errors;
	const { site } = useSiteView();
	const [release, setRelease] = useState(releases[0] ?? "");
	const { isBusy, error, write } = useWrite();
	const listId = useId();
	const save = async () => {
		const decision = { state: "resolved", release: release.trim() } as const;
		if (!(await write(() => decideErrors(site.id, errorIds, decision)))) return;
		toast(texts.done.resolved);
		onDone();
		onClose();
	};
	return (
		<FormDialog
			title={texts.releaseTitle}
			action={texts.resolve}
			isReady={!isBusy && release.trim() !== ""}
			error={error}
			onSubmit={() => void save()}
			onClose={onClose}
		>
			<TextField
				label={texts.release}
				value={release}
				maxLength={MAX_RELEASE}
				autocomplete="off"
				hint={texts.releaseHint}
				list={listId}
				onInput={({ currentTarget }) => setRelease(currentTarget.value)}
			/>
			<datalist id={listId}>
				{releases.map((one) => (
					<option key={one} value={one} />
				))}
			</datalist>
		</FormDialog>
	);
};

interface DecideButtonsProps {
	errorIds: readonly string[];
	releases: readonly string[];
	/** Whether there is a decision to take back. */
	isDecided: boolean;
	/** Called after a decision was stored. */
	onDone?(): void;
}

/** Resolves, ignores or reopens errors. */
export const DecideButtons = (props: DecideButtonsProps) => {
	const { errorIds, releases, isDecided, onDone = () => {} } = props;
	const texts = useAreaWords("quality").errors;
	const { site } = useSiteView();
	const write = useQuickWrite();
	const [isOpen, setIsOpen] = useState(false);
	const isOff = errorIds.length === 0;
	const decide = (decision: Decision) => () =>
		void write(
			() => decideErrors(site.id, errorIds, decision).then(onDone),
			texts.done[decision.state],
		);
	const ignored = (id: string, label: string, end: Omit<Decision, "state"> = {}) => ({
		id,
		label,
		onPick: decide({ state: "ignored", ...end }),
	});
	return (
		<span class="row wrap">
			<Button disabled={isOff} onClick={decide({ state: "resolved" })}>
				{texts.resolve}
			</Button>
			<Button disabled={isOff} onClick={() => setIsOpen(true)}>
				{texts.resolveIn}
			</Button>
			{isOff ? (
				<Button disabled>{texts.ignore}</Button>
			) : (
				<Popover button={texts.ignore} title={texts.ignore} kind="plain" size="s">
					{(close) => (
						<Menu
							label={texts.ignore}
							onDone={close}
							items={[
								ignored("day", texts.ignoreFor.day, { untilDays: 1 }),
								ignored("week", texts.ignoreFor.week, { untilDays: 7 }),
								ignored("month", texts.ignoreFor.month, { untilDays: 30 }),
								ignored("ten", texts.ignoreFor.times("10"), { untilCount: 10 }),
								ignored("hundred", texts.ignoreFor.times("100"), { untilCount: 100 }),
								ignored("forever", texts.ignoreFor.ever),
							]}
						/>
					)}
				</Popover>
			)}
			{isDecided && (
				<Button disabled={isOff} onClick={decide({ state: "new" })}>
					{texts.reopen}
				</Button>
			)}
			{isOpen && (
				<InRelease
					errorIds={errorIds}
					releases={releases}
					onDone={onDone}
					onClose={() => setIsOpen(false)}
				/>
			)}
		</span>
	);
};
