import { useEffect, useRef, useState } from "preact/hooks";
import { durationText } from "../../../format/duration.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { joined } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { clockOf } from "../time/clock-of.ts";
import css from "./timeline.module.css";
import { isGap, type TimelineEntry, type TimelineGap } from "./timeline.ts";

const MARKS: Partial<Record<TimelineEntry["kind"], string>> = {
	page: "page",
	event: "event",
	form: "event",
	error: "bad",
};

const Subject = ({ entry }: { entry: TimelineEntry }) => {
	const { timeline } = useAreaWords("people");
	const { kind, subject, note } = entry;
	const verb = timeline.verb[kind];
	return (
		<span class={joined("cut", css["subject"])}>
			{verb && <span class="mut">{verb} </span>}
			<span class={kind === "error" ? css["error"] : undefined}>{subject || timeline.unnamed}</span>
			{note && <span class="mut"> {note}</span>}
		</span>
	);
};

interface EntryProps {
	entry: TimelineEntry;
	isCurrent: boolean;
	/** Seeks to the entry in the recording; absent without a recording. */
	onSeek: ((entry: TimelineEntry) => void) | undefined;
}

const Entry = ({ entry, isCurrent, onSeek }: EntryProps) => {
	const { locale } = useWording();
	const { timeline } = useAreaWords("people");
	const [isOpen, setIsOpen] = useState(false);
	const { kind, details, offset } = entry;
	const content = (
		<>
			<span class={css["at"]}>{clockOf(offset / 1000)}</span>
			<span class={joined(css["mark"], css[MARKS[kind] ?? "plain"])} aria-hidden="true" />
			<Subject entry={entry} />
			<span class={css["kind"]}>{timeline.kind[kind]}</span>
		</>
	);
	return (
		<li
			class={joined(css["item"], isCurrent && css["current"])}
			aria-current={isCurrent ? "true" : undefined}
			data-entry={entry.index}
		>
			<div class={css["head"]}>
				{onSeek ? (
					<button type="button" class={css["line"]} onClick={() => onSeek(entry)}>
						{content}
					</button>
				) : (
					<span class={css["line"]}>{content}</span>
				)}
				<button
					type="button"
					class={css["more"]}
					aria-expanded={isOpen}
					aria-label={timeline.details(entry.subject, durationText(offset / 1000, locale))}
					onClick={() => setIsOpen(!isOpen)}
				>
					<Icon name="down" />
				</button>
			</div>
			{isOpen && (
				<dl class={css["details"]}>
					{details.map(([name, value]) => (
						<div key={name}>
							<dt>{name in timeline.detail ? timeline.detail[name as "page"] : name}</dt>
							<dd class={name === "stack" ? css["stack"] : undefined}>{value}</dd>
						</div>
					))}
				</dl>
			)}
		</li>
	);
};

interface TimelineListProps {
	timeline: readonly (TimelineEntry | TimelineGap)[];
	/** The entry at the recording's position. */
	current?: number | undefined;
	onSeek?: ((entry: TimelineEntry) => void) | undefined;
	/** The list scrolls, and keeps the current entry visible. */
	isTall?: boolean;
	label: string;
}

/** What happened in a session, and when. */
export const TimelineList = ({
	timeline,
	current,
	onSeek,
	isTall = false,
	label,
}: TimelineListProps) => {
	const { locale } = useWording();
	const words = useAreaWords("people").timeline;
	const list = useRef<HTMLOListElement>(null);
	useEffect(() => {
		const area = list.current;
		const item = area?.querySelector<HTMLElement>(`[data-entry="${current}"]`);
		if (!area || !item || !isTall) return;
		// Scrolls only the list: scrollIntoView() would move the page away from the picture.
		const top = item.offsetTop - area.offsetTop;
		const isSeen =
			top >= area.scrollTop && top + item.offsetHeight <= area.scrollTop + area.clientHeight;
		if (!isSeen) area.scrollTop = top - area.clientHeight / 3;
	}, [current, isTall]);
	return (
		<ol
			ref={list}
			class={joined(css["timeline"], isTall && css["tall"])}
			aria-label={label}
			// A scrollable region must be reachable by keyboard.
			tabIndex={isTall ? 0 : undefined}
		>
			{timeline.map((one) =>
				isGap(one) ? (
					<li key={`gap ${one.before}`} class={css["gap"]}>
						{words.gap(durationText(one.gap, locale))}
					</li>
				) : (
					<Entry key={one.index} entry={one} isCurrent={one.index === current} onSeek={onSeek} />
				),
			)}
		</ol>
	);
};
