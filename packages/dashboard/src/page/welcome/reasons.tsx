import { useAddress } from "../../address/use-address.ts";
import { answerOf, apiHref, client } from "../../api/client.ts";
import { useReport } from "../../api/use-report.ts";
import { Icon, type IconName } from "../../part/icon.tsx";
import { useAreaWords } from "../../words/areas.ts";
import { useWording } from "../../words/language.ts";
import { type SiteOutcomes, type UncountedReason, uncountedReasons } from "./outcomes.ts";
import css from "./welcome.module.css";

const askOutcomes = async (site: string, signal: AbortSignal): Promise<SiteOutcomes> => {
	const { data } = await answerOf(
		client.GET("/api/sites/{site}/outcomes", { params: { path: { site } }, signal }),
	);
	return data;
};

const ICONS: Record<UncountedReason["kind"], IconName> = {
	bot: "bot",
	excluded: "filter",
	refused: "warning",
	"wrong-site": "warning",
};

/** The api's names in words; a name that is newer than these is shown as it is. */
const named = (names: readonly string[], words: Readonly<Record<string, string>>) =>
	names.slice(0, 5).map((name) => words[name] ?? name);

const Reason = ({ site, reason }: { site: string; reason: UncountedReason }) => {
	const { words, locale } = useWording();
	const { reasons } = words.welcome;
	const around = useAreaWords("around").reason;
	const { linkTo } = useAddress();
	const { kind } = reason;
	const count = new Intl.NumberFormat(locale).format(reason.count);
	const list = (texts: Readonly<Record<string, string>>) =>
		new Intl.ListFormat(locale).format(named(reason.names, texts));
	const texts = {
		bot: () => [reasons.bot(count), reasons.botBy(list(around.layers))],
		excluded: () => [reasons.excluded(count), reasons.excludedBy(list(around.exclusions))],
		refused: () => [reasons.refused(count), reasons.refusedBy(list(around.refusals))],
		"wrong-site": () => [
			reasons.wrongSite(count),
			reason.names.length > 0 ? reasons.wrongSiteId(list({})) : reasons.wrongSiteHelp,
		],
	} as const;
	const [title, text] = texts[kind]();
	const way =
		kind === "bot"
			? ([around.look, linkTo({ to: "site", site, page: "bots", rest: [] })] as const)
			: kind === "excluded"
				? ([
						around.change,
						linkTo({ to: "site", site, page: "settings", rest: ["exclusions"] }),
					] as const)
				: undefined;
	return (
		<li>
			<Icon name={ICONS[kind]} />
			<div>
				<p>
					<b>{title}</b>
				</p>
				<p>{text}</p>
			</div>
			{way && (
				<a class="link" href={way[1]} aria-label={`${way[0]}: ${title}`}>
					{way[0]}
				</a>
			)}
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
					? reasons.map((reason) => <Reason key={reason.kind} site={site} reason={reason} />)
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
