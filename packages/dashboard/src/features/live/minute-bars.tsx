import { useRef } from "preact/hooks";
import { useColumn } from "../../charts/shared/use-column.ts";
import { countText } from "../../format/number.ts";
import { clockText } from "../../format/time.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { joined } from "../../ui/class-names.ts";
import css from "./minute-bars.module.css";
import type { Minute } from "./minutes.ts";

interface MinuteBarsProps {
	minutes: readonly Minute[];
	isStale: boolean;
}

/** Page views of each minute, the current one dashed. Arrow keys read them, and a table lists them all. */
export const MinuteBars = ({ minutes, isStale }: MinuteBarsProps) => {
	const { words, locale } = useWording();
	const live = useAreaWords("live");
	const plot = useRef<HTMLDivElement>(null);
	const column = useColumn(plot, minutes.length, { onPick: undefined });
	const most = Math.max(0, ...minutes.map(({ views }) => views));
	const read = column.at === undefined ? undefined : minutes[column.at];
	const textOf = ({ wall, views, isOpen }: Minute) => {
		const clock = clockText(wall, locale);
		return live.minute(isOpen ? live.soFar(clock) : clock, countText(views, locale));
	};
	const [first] = minutes;
	return (
		<div class={joined(css["chart"], isStale && css["stale"])} aria-busy={isStale}>
			<p class={css["line"]}>
				<span class="cut">{live.perMinute}</span>
				<span class={css["end"]} aria-hidden="true">
					{read ? textOf(read) : most > 0 && live.most(countText(most, locale))}
				</span>
			</p>
			<div
				ref={plot}
				class={css["plot"]}
				role="application"
				aria-label={live.perMinute}
				aria-description={words.chart.plotHelp}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read it.
				tabIndex={0}
				{...column.handlers}
			>
				{minutes.map((minute, index) => (
					<i
						key={minute.wall}
						class={joined(minute.isOpen && css["open"], index === column.at && css["read"])}
						style={{ "--height": `${most > 0 ? (minute.views / most) * 100 : 0}%` }}
					/>
				))}
			</div>
			<p class={joined(css["line"], css["axis"])} aria-hidden="true">
				{first && clockText(first.wall, locale)}
				<span class={css["end"]}>{live.now}</span>
			</p>
			<span class="vh" role="status">
				{column.isByKey && read ? textOf(read) : ""}
			</span>
			<div class="vh">
				<table>
					<caption>{live.perMinute}</caption>
					<tbody>
						{minutes.map((minute) => (
							<tr key={minute.wall}>
								<th scope="row">{clockText(minute.wall, locale)}</th>
								<td>{countText(minute.views, locale)}</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</div>
	);
};
