import { useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useQuickWrite } from "../shared/write/use-quick-write.ts";
import { type Alert, deleteAlert, saveAlert, useChannels } from "./alert-api.ts";
import css from "./alerts.module.css";
import { channelsForSuggestion, type Suggestion, suggestedRules } from "./suggested-rules.ts";
import { useChannelNames } from "./use-channel-names.ts";

/** Ready-made alerts: a click adds one. */
export const Suggestions = ({ alerts }: { alerts: readonly Alert[] }) => {
	const own = useAreaWords("alerts");
	const { suggestions: texts } = own;
	const { site } = useSiteView();
	const channels = useChannels();
	const channelNames = useChannelNames();
	const write = useQuickWrite();
	const [busy, setBusy] = useState<string>();
	const goals = useSiteReport("goals", { parameters: { page_size: 100 }, isCompared: false });
	const rules = alerts.map(({ rule }) => rule);
	const named = (goals.data?.data ?? []).map(({ goalId, name }) => ({
		goalId,
		name: name?.trim() || own.rule.goal(String(goalId)),
	}));
	const suggested = suggestedRules(rules, named);
	if (suggested.length === 0) return null;
	const nameOf = ({ id, goalName = "" }: Suggestion) =>
		id === "goal" ? texts.goal(goalName) : texts[id];
	const add = async (suggestion: Suggestion) => {
		const name = nameOf(suggestion).slice(0, 120);
		const channelIds = channelsForSuggestion(rules, channels.data ?? []);
		const told = channelNames(channelIds);
		let added: number | undefined;
		setBusy(name);
		await write(
			async () => {
				added = await saveAlert(site.id, {
					...{ alertId: undefined, name, rule: { ...suggestion.rule, channelIds } },
				});
			},
			told === "" ? texts.added(name) : texts.addedTo(name, told),
			async () => {
				if (added !== undefined) await deleteAlert(site.id, added);
			},
		);
		setBusy(undefined);
	};
	return (
		<Panel
			label={texts.title}
			title={texts.title}
			aside={<span class="mut wide">{texts.text}</span>}
		>
			<ul class={css["suggestions"]}>
				{suggested.map((suggestion) => {
					const name = nameOf(suggestion);
					return (
						<li key={name}>
							<div>
								<b>{name}</b>
								<p class="sec">{texts[`${suggestion.id}Text`]}</p>
							</div>
							<Button
								aria-label={texts.add(name)}
								// Without the channels, it would tell nobody.
								disabled={busy !== undefined || channels.state === "loading"}
								onClick={() => void add(suggestion)}
							>
								<Icon name="plus" />
								{texts.addShort}
							</Button>
						</li>
					);
				})}
			</ul>
		</Panel>
	);
};
