import { ChangeMark } from "../../charts/shared/change-mark.tsx";
import { agoText } from "../../format/ago-text.ts";
import { changeOf } from "../../format/change.ts";
import { pluralForm } from "../../format/plural.ts";
import { useWording } from "../../i18n/language.ts";
import { useAddress } from "../../router/use-address.ts";
import { LiveCount, LiveDot } from "../../ui/form/choice.tsx";
import css from "./sites.module.css";
import type { SiteAtAGlance } from "./sites-order.ts";

const WIDTH = 100;
const HEIGHT = 40;

/** Seven days as a line; today, which is not over, is dashed. */
const WeekLine = ({ days }: { days: readonly number[] }) => {
	const most = Math.max(1, ...days);
	const points = days.map((count, index) => {
		const x = (index / Math.max(1, days.length - 1)) * WIDTH;
		const y = HEIGHT - 1 - (count / most) * (HEIGHT - 3);
		return `${x.toFixed(1)} ${y.toFixed(1)}`;
	});
	return (
		<svg
			class={css["line"]}
			viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
			preserveAspectRatio="none"
			aria-hidden="true"
		>
			<line x1="0" x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} />
			<path d={`M${points.slice(0, -1).join("L")}`} />
			<path class={css["open"]} d={`M${points.slice(-2).join("L")}`} />
		</svg>
	);
};

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
				<WeekLine days={figures.days} />
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
