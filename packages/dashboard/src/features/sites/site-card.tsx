import { Sparkline } from "../../charts/line/sparkline.tsx";
import { ChangeMark } from "../../charts/shared/change-mark.tsx";
import { agoText } from "../../format/ago-text.ts";
import { changeOf } from "../../format/change.ts";
import { pluralForm } from "../../format/plural.ts";
import { wallTimeOf } from "../../format/wall-time.ts";
import { useWording } from "../../i18n/language.ts";
import { ownTimeZone } from "../../layout/shared-parameters.ts";
import { useAddress } from "../../router/use-address.ts";
import { LiveCount, LiveDot } from "../../ui/form/choice.tsx";
import css from "./sites.module.css";
import type { SiteAtAGlance } from "./sites-order.ts";

const Change = ({ figures }: { figures: NonNullable<SiteAtAGlance["figures"]> }) => {
	const { words, locale } = useWording();
	const change = changeOf({
		current: figures.visitors,
		previous: figures.previousVisitors,
		unit: "count",
		better: "higher",
		locale,
		words: words.chart,
	});
	return change ? <ChangeMark change={change} words={words.chart} /> : null;
};

/** The card's numbers are those of the page that it opens. */
const AS_ON_THE_CARD = { range: { kind: "days", count: 7 } } as const;

/** A site: its last seven days, its change, and its current visitors. */
export const SiteCard = ({ site }: { site: SiteAtAGlance }) => {
	const { words, locale } = useWording();
	const { linkTo } = useAddress();
	const { figures } = site;
	const number = new Intl.NumberFormat(locale);
	const isEmpty = figures && figures.visitors === 0 && figures.previousVisitors === 0;
	const href = linkTo({ to: "site", site: site.id, page: "overview", rest: [] }, AS_ON_THE_CARD);
	return (
		<a class={css["card"]} href={href}>
			<span class="row">
				<b class="cut">{site.domain}</b>
				<span class="end">
					{isEmpty ? (
						<LiveDot isOn={false}>{words.sites.waiting}</LiveDot>
					) : (
						figures && <LiveCount live={figures.live} locale={locale} words={words.menu} isLong />
					)}
				</span>
			</span>
			{isEmpty ? (
				<span class={css["text"]}>
					{words.sites.noVisit(agoText(site.createdAt, Date.now(), locale))}
				</span>
			) : figures ? (
				<Sparkline points={figures.days} bucket="day" now={wallTimeOf(Date.now(), ownTimeZone())} />
			) : (
				<span class={css["text"]} />
			)}
			<span class="row">
				{figures && !isEmpty && (
					<>
						<span class={css["figure"]}>{number.format(figures.visitors)}</span>
						<span class="mut">{pluralForm(figures.visitors, locale, words.sites.people)}</span>
						<span class="end">
							<Change figures={figures} />
						</span>
					</>
				)}
				{isEmpty && <span class="link">{words.sites.reached}</span>}
			</span>
		</a>
	);
};
