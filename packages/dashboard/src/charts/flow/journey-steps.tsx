import type { JourneyPage } from "../../format/journeys.ts";
import { countText } from "../../format/number.ts";
import { joinIsolated } from "../../i18n/isolated.ts";
import css from "./journey-steps.module.css";
import type { PlacedLink, PlacedPage } from "./sankey-layout.ts";

interface JourneyStepsProps {
	pages: readonly PlacedPage[];
	/** The broadest first. */
	links: readonly PlacedLink[];
	/** Names of the steps: first page, second … */
	steps: readonly string[];
	nameOf(page: JourneyPage): string;
	onPick?: ((page: string, step: number) => void) | undefined;
	locale: string;
}

/** How many of the next pages are named below a page. */
const MOST_NEXT = 2;

/** A page of a step: its sessions as a bar, and where most of them went next. */
const StepPage = ({
	page,
	most,
	...props
}: JourneyStepsProps & { page: PlacedPage; most: number }) => {
	const { links, nameOf, onPick, locale } = props;
	const name = nameOf(page);
	const next = links.filter(({ source }) => source === page.id).slice(0, MOST_NEXT);
	const content = (
		<>
			<span class={css["name"]} title={name}>
				{name}
			</span>
			<span class={css["count"]}>{countText(page.sessions, locale)}</span>
			{next.length > 0 && (
				<span class={css["next"]}>
					→{" "}
					{joinIsolated(
						next.map(({ to, sessions }) => `${nameOf(to)} ${countText(sessions, locale)}`),
						", ",
					)}
				</span>
			)}
		</>
	);
	const row = { class: css["row"], style: { "--width": `${(100 * page.sessions) / most}%` } };
	const path = page.page;
	return (
		<li>
			{onPick && path !== undefined ? (
				<button type="button" {...row} onClick={() => onPick(path, page.step)}>
					{content}
				</button>
			) : (
				<div {...row}>{content}</div>
			)}
		</li>
	);
};

/** The same pages for narrow screens: one step below the other, the most frequent pages first. */
export const JourneySteps = (props: JourneyStepsProps) => {
	const { pages, steps } = props;
	const most = Math.max(1, ...pages.map(({ sessions }) => sessions));
	const count = Math.max(0, ...pages.map(({ step }) => step + 1));
	return (
		<ol class={css["steps"]}>
			{Array.from({ length: count }, (_, step) => (
				<li key={step}>
					<h3>{steps[step]}</h3>
					<ul class={css["pages"]}>
						{pages
							.filter((page) => page.step === step)
							// The group of the others comes last.
							.sort(
								(one, other) =>
									Number(one.page === undefined) - Number(other.page === undefined) ||
									other.sessions - one.sessions,
							)
							.map((page) => (
								<StepPage key={page.id} {...props} page={page} most={most} />
							))}
					</ul>
				</li>
			))}
		</ol>
	);
};
