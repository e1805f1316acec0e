import { useAreaWords } from "../../../i18n/areas.ts";
import { isolated, joinIsolated } from "../../../i18n/isolated.ts";
import { CardState } from "../../../ui/card-state.tsx";
import { Badge } from "../../../ui/form/choice.tsx";
import { Table } from "../../../ui/table.tsx";
import { useOwnMoment } from "../time/use-own-moment.ts";
import css from "./activity.module.css";
import type { SignIn } from "./activity-api.ts";
import { signInDetail } from "./sign-in-detail.ts";
import { useClientText } from "./use-client-text.ts";

/** Attempts to sign in, with their way, device and place. */
export const SignInTable = ({
	label,
	signIns,
	isStale,
}: {
	label: string;
	signIns: readonly SignIn[];
	isStale: boolean;
}) => {
	const words = useAreaWords("activity");
	const { momentText } = useOwnMoment();
	const { deviceText, placeText } = useClientText();
	if (signIns.length === 0) return <CardState icon="info" title={words.empty} />;
	return (
		<Table<SignIn>
			label={label}
			rows={signIns}
			keyOf={({ id }) => id}
			isStale={isStale}
			columns={[
				{
					id: "when",
					head: words.when,
					cell: ({ at }) => <span class="nw">{momentText(at)}</span>,
				},
				{
					id: "what",
					head: words.what,
					cell: ({ way, outcome, detail }) => (
						<span class={css["cell"]}>
							<Badge tone={outcome === "signed-in" ? "good" : "warn"}>
								{words.outcome[outcome]}
							</Badge>
							<span class={css["small"]}>
								{joinIsolated([words.way[way], signInDetail({ outcome, detail }, words)], ": ")}
							</span>
						</span>
					),
				},
				{
					id: "where",
					head: words.where,
					cell: (one) => (
						<span class={css["cell"]}>
							{isolated(deviceText(one))}
							<span class={css["small"]}>{placeText(one)}</span>
						</span>
					),
				},
			]}
		/>
	);
};
