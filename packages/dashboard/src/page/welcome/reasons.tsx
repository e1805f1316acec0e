import { answerOf, apiHref, getJson } from "../../api/client.ts";
import { useReport } from "../../api/use-report.ts";
import { Icon, type IconName } from "../../part/icon.tsx";
import { useWording } from "../../words/language.ts";
import { type SiteOutcomes, type UncountedReason, uncountedReasons } from "./outcomes.ts";
import css from "./welcome.module.css";

const askOutcomes = async (site: string, signal: AbortSignal): Promise<SiteOutcomes> => {
	const path = `/api/sites/${encodeURIComponent(site)}/outcomes`;
	const { data } = await answerOf(getJson<{ data: SiteOutcomes }>(path, {}, signal));
	return data;
};

const ICONS: Record<UncountedReason["kind"], IconName> = {
	bot: "bot",
	excluded: "filter",
	refused: "warning",
	"wrong-site": "warning",
};

const Reason = ({ reason }: { reason: UncountedReason }) => {
	const { words, locale } = useWording();
	const { reasons } = words.welcome;
	const count = new Intl.NumberFormat(locale).format(reason.count);
	const names = new Intl.ListFormat(locale).format(reason.names.slice(0, 5));
	const texts = {
		bot: [reasons.bot(count), reasons.botBy(names)],
		excluded: [reasons.excluded(count), reasons.excludedBy(names)],
		refused: [reasons.refused(count), reasons.refusedBy(names)],
		"wrong-site": [
			reasons.wrongSite(count),
			reason.names.length > 0 ? reasons.wrongSiteId(names) : reasons.wrongSiteHelp,
		],
	} as const;
	const [title, text] = texts[reason.kind];
	return (
		<li>
			<Icon name={ICONS[reason.kind]} />
			<div>
				<p>
					<b>{title}</b>
				</p>
				<p>{text}</p>
			</div>
		</li>
	);
};

/** Why no visit shows after a minute, from what has reached the product so far. */
export const Reasons = ({ site }: { site: string }) => {
	const { words } = useWording();
	const { why } = words.welcome;
	const report = useReport({
		key: ["outcomes", site],
		everyMs: 5000,
		ask: (signal) => askOutcomes(site, signal),
	});
	const host = new URL(apiHref("")).host;
	const reasons = report.data ? uncountedReasons(report.data) : [];
	return (
		<div class="col">
			<h3>{reasons.length > 0 ? words.welcome.soFar : words.welcome.nothing}</h3>
			<ul class={css["why"]}>
				{reasons.length > 0
					? reasons.map((reason) => <Reason key={reason.kind} reason={reason} />)
					: [why.notThere, why.blocker, why.policy(host), why.reach(host)].map((text) => (
							<li key={text}>
								<Icon name="info" />
								<p>{text}</p>
							</li>
						))}
			</ul>
		</div>
	);
};
