import { Sparkline } from "../../charts/line/sparkline.tsx";
import { agoText } from "../../format/ago-text.ts";
import { pluralForm } from "../../format/plural.ts";
import { wallTimeOf } from "../../format/wall-time.ts";
import { useWording } from "../../i18n/language.ts";
import { ownTimeZone } from "../../layout/shared-parameters.ts";
import { useAddress } from "../../router/use-address.ts";
import { joined } from "../../ui/class-names.ts";
import { LiveCount, LiveDot } from "../../ui/form/choice.tsx";
import css from "./sites.module.css";
import type { SiteAtAGlance } from "./sites-order.ts";

const Change = ({ figures }: { figures: NonNullable<SiteAtAGlance["figures"]> }) => {
	const { words, locale } = useWording();
	const { change, visitors, previousVisitors } = figures;
	if (change === null) return visitors > 0 ? <span class="mut">{words.chart.fromZero}</span> : null;
	const amount = Math.abs(change);
	if (visitors === previousVisitors) return <span class="mut">{words.chart.noChange}</span>;
	const digits = { maximumFractionDigits: amount >= 10 ? 0 : 1 };
	const text = new Intl.NumberFormat(locale, { style: "percent", ...digits }).format(
		Math.min(amount, 999) / 100,
	);
	const tone = amount < 1 ? undefined : change > 0 ? css["good"] : css["bad"];
	return (
		<span class={joined(css["change"], tone)}>
			<svg viewBox="0 0 8 8" aria-hidden="true">
				<path d={change > 0 ? "M4 1l4 6H0z" : "M4 7L0 1h8z"} />
			</svg>
			<span class="vh">{change > 0 ? words.chart.up : words.chart.down} </span>
			{amount > 999 ? `>${text}` : text}
		</span>
	);
};

/** A site: its last seven days, its change, and its current visitors. */
export const SiteCard = ({ site }: { site: SiteAtAGlance }) => {
	const { words, locale } = useWording();
	const { linkTo } = useAddress();
	const { figures } = site;
	const number = new Intl.NumberFormat(locale);
	const isEmpty = figures && figures.visitors === 0 && figures.previousVisitors === 0;
	const href = linkTo({ to: "site", site: site.id, page: "overview", rest: [] });
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
