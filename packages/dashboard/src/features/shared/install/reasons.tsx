import { useState } from "preact/hooks";
import { answerOf, apiHref, client } from "../../../api/client.ts";
import { failureOf } from "../../../api/failure.ts";
import { useReport } from "../../../api/use-report.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording, useWords } from "../../../i18n/language.ts";
import { ForeignHosts } from "../../../layout/notice/foreign-hosts.tsx";
import { failureText } from "../../../layout/report-failure.tsx";
import { useAddress } from "../../../router/use-address.ts";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { type SiteOutcomes, type UncountedReason, uncountedReasons } from "./outcomes.ts";
import css from "./reasons.module.css";

const fetchOutcomes = async (site: string, signal: AbortSignal): Promise<SiteOutcomes> => {
	const { data } = await answerOf(
		client.GET("/api/sites/{site}/outcomes", { params: { path: { site } }, signal }),
	);
	return data;
};

/** Adds a host to the domains that are the site's own. */
const countHost = async (site: string, host: string): Promise<void> => {
	const params = { path: { site } };
	const { config } = await answerOf(client.GET("/api/sites/{site}/config", { params }));
	if (config.ownDomains.includes(host)) return;
	const body = { ownDomains: [...config.ownDomains, host] };
	await answerOf(client.PUT("/api/sites/{site}/config", { params, body }));
};

/** The excluded hosts, without those that were just allowed. */
const LeftOut = ({ site, hosts }: { site: string; hosts: SiteOutcomes["foreignHosts"] }) => {
	const words = useWords();
	const around = useAreaWords("around").reason;
	const [counted, setCounted] = useState<readonly string[]>([]);
	const [said, setSaid] = useState("");
	const count = async (host: string) => {
		try {
			await countHost(site, host);
			setCounted((before) => [...before, host]);
			setSaid(around.hostCounts(host));
		} catch (thrown) {
			const { message, help } = failureText(failureOf(thrown), words);
			setSaid(`${message} ${help}`.trim());
		}
	};
	return (
		<>
			<ForeignHosts
				hosts={hosts.filter(({ host }) => !counted.includes(host))}
				onCount={(host) => void count(host)}
			/>
			<p role="status">{said}</p>
		</>
	);
};

const ICONS: Record<UncountedReason["kind"], IconName> = {
	bot: "bot",
	excluded: "filter",
	refused: "warning",
	"wrong-site": "warning",
};

/** The API's reasons in words; an unknown one is shown as it is. */
const named = (names: readonly string[], words: Readonly<Record<string, string>>) =>
	names.slice(0, 5).map((name) => words[name] ?? name);

interface ReasonProps {
	site: string;
	reason: UncountedReason;
	foreignHosts: SiteOutcomes["foreignHosts"];
}

const Reason = ({ site, reason, foreignHosts }: ReasonProps) => {
	const { locale } = useWording();
	const start = useAreaWords("start");
	const { reasons } = start.welcome;
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
				{kind === "excluded" && foreignHosts.length > 0 && (
					<LeftOut site={site} hosts={foreignHosts} />
				)}
			</div>
			{way && (
				<a class="link" href={way[1]} aria-label={`${way[0]}: ${title}`}>
					{way[0]}
				</a>
			)}
		</li>
	);
};

/** What somebody waits for is named within seconds: the gateways report every two. */
const POLL_MS = 2000;

/** Explains why no visit was counted, from what has reached the server so far. */
export const Reasons = ({
	site,
	isExpected = true,
}: {
	site: string;
	/** Whether a visit is overdue, so that the likely causes are listed if nothing has arrived. */
	isExpected?: boolean;
}) => {
	const start = useAreaWords("start");
	const { why } = start.welcome;
	const report = useReport({
		key: ["outcomes", site],
		everyMs: POLL_MS,
		fetch: (signal) => fetchOutcomes(site, signal),
	});
	const host = new URL(apiHref("")).host;
	const foreignHosts = report.data?.foreignHosts ?? [];
	const reasons = report.data ? uncountedReasons(report.data) : [];
	if (reasons.length === 0 && !isExpected) return null;
	return (
		<div class="col">
			<h3>{reasons.length > 0 ? start.welcome.soFar : start.welcome.nothing}</h3>
			<ul class={css["why"]}>
				{reasons.length > 0
					? reasons.map((reason) => (
							<Reason key={reason.kind} {...{ site, reason, foreignHosts }} />
						))
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
