import { useSiteView } from "../../layout/site-view.ts";
import { useAddress } from "../../router/use-address.ts";
import { joined } from "../../ui/class-names.ts";
import { Switch } from "../../ui/form/choice.tsx";
import fieldCss from "../../ui/form/field.module.css";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import { CheckList } from "../shared/access/check-list.tsx";
import { ZoneField } from "../shared/time/zone-field.tsx";
import { useChannels } from "./alert-api.ts";
import { type AlertDraft, COOLDOWNS, type ProblemField } from "./alert-draft.ts";
import css from "./alerts.module.css";
import type { RuleWording } from "./rule-text.ts";

interface FieldsProps {
	draft: AlertDraft;
	wording: RuleWording;
	problems: ReadonlySet<ProblemField>;
	onChange(change: Partial<AlertDraft>): void;
}

/** The channels that are told. */
export const ChannelFields = ({ draft, wording, onChange }: Omit<FieldsProps, "problems">) => {
	const { form: texts } = wording.own;
	const { site } = useSiteView();
	const { linkTo } = useAddress();
	const report = useChannels();
	const listed = report.data ?? [];
	const gone = report.data
		? draft.channels.filter((id) => !listed.some(({ channelId }) => channelId === id))
		: [];
	return (
		<>
			<CheckList
				label={texts.send}
				empty={texts.noChannels}
				isLoading={report.state === "loading"}
				choices={[
					...listed.map(({ channelId, name, kind, isOn }) => ({
						value: channelId,
						label: `${name} · ${texts.kinds[kind]}${isOn ? "" : ` (${texts.channelOff})`}`,
					})),
					...gone.map((id) => ({ value: id, label: texts.channelGone(String(id)) })),
				]}
				chosen={new Set(draft.channels)}
				onChange={(chosen) => onChange({ channels: [...chosen].sort((a, b) => a - b) })}
			/>
			{site.mayConfigure && (
				<p>
					<a
						class="link"
						href={linkTo({ to: "organization", rest: [site.organizationId, "channels"] })}
					>
						{texts.addChannel}
					</a>
				</p>
			)}
		</>
	);
};

/** When nobody is told. */
export const QuietFields = ({ draft, wording, problems, onChange }: FieldsProps) => {
	const { form: texts } = wording.own;
	const cooldowns = [...new Set([...COOLDOWNS, draft.cooldown])].sort((a, b) => a - b);
	const cooldownText = (minutes: number) =>
		COOLDOWNS.find((one) => one === minutes) === undefined
			? texts.minutes(String(minutes))
			: texts.cooldowns[minutes as (typeof COOLDOWNS)[number]];
	const isBad = problems.has("quiet");
	return (
		<>
			<SelectField
				label={texts.cooldown}
				value={String(draft.cooldown)}
				choices={cooldowns.map((one) => [String(one), cooldownText(one)])}
				onChoose={(minutes) => onChange({ cooldown: Number(minutes) })}
			/>
			<div class={joined("col", css["quiet"])}>
				<Switch
					label={texts.quiet}
					isOn={draft.hasQuietHours}
					onChange={(hasQuietHours) => onChange({ hasQuietHours })}
				/>
				<p class={fieldCss["hint"]}>{texts.quietHint}</p>
				{draft.hasQuietHours && (
					<div class={css["times"]}>
						<TextField
							label={texts.from}
							type="time"
							value={draft.from}
							error={isBad ? texts.problems.quiet : undefined}
							onInput={({ currentTarget }) => onChange({ from: currentTarget.value })}
						/>
						<TextField
							label={texts.to}
							type="time"
							value={draft.to}
							onInput={({ currentTarget }) => onChange({ to: currentTarget.value })}
						/>
						<ZoneField
							label={texts.zone}
							value={draft.timeZone}
							onChoose={(timeZone) => onChange({ timeZone })}
						/>
					</div>
				)}
			</div>
		</>
	);
};
