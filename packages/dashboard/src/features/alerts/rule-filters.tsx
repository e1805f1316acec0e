import { useMemo } from "preact/hooks";
import { FilterPills } from "../../layout/head/filter-pills.tsx";
import { FilterEditor } from "../../layout/head/lazy-filter-editor.tsx";
import { LocationContext, useAddress } from "../../router/use-address.ts";
import { Icon } from "../../ui/icon.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import type { AlertDraft } from "./alert-draft.ts";
import css from "./alerts.module.css";
import type { RuleWording } from "./rule-text.ts";

/** The filters of a rule, with the pills and the editor of pages: there they change the URL, here the draft. */
export const RuleFilters = ({
	draft: { filters, where },
	wording: { own, naming },
	onChange,
}: {
	draft: Pick<AlertDraft, "filters" | "where">;
	wording: RuleWording;
	onChange(change: Partial<Pick<AlertDraft, "filters" | "where">>): void;
}) => {
	const { form: texts } = own;
	const page = useAddress();
	const ofRule = useMemo(
		() => ({
			...page,
			address: { ...page.address, filters, segment: undefined },
			change: (change: Partial<typeof page.address>) => {
				if (change.filters) onChange({ filters: change.filters });
			},
		}),
		[page, filters, onChange],
	);
	return (
		<LocationContext.Provider value={ofRule}>
			<div class={css["clause"]}>
				<span>{texts.of}</span>
				{filters.length === 0 && where.length === 0 && <span>{texts.everyone}</span>}
				<FilterPills hasShortcut={false} />
				<Popover
					kind="quiet"
					title={naming.words.filter.add}
					button={
						<>
							<Icon name="filter" />
							{texts.filter}
						</>
					}
				>
					{(close) => <FilterEditor onClose={close} />}
				</Popover>
			</div>
			{where.length > 0 && (
				<p class={css["small"]}>
					{texts.also(JSON.stringify(where))}{" "}
					<button type="button" class="link" onClick={() => onChange({ where: [] })}>
						{texts.dropAlso}
					</button>
				</p>
			)}
		</LocationContext.Provider>
	);
};
