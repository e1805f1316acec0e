import { useState } from "preact/hooks";
import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import type { paths } from "../../../api/schema.ts";
import { type Membership, useMemberships } from "../../../api/sites.ts";
import { useReport } from "../../../api/use-report.ts";
import { numberFormat } from "../../../format/number-format.ts";
import { pluralForm } from "../../../format/plural.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { useWrite } from "../../../layout/write/use-write.ts";
import { useAddress } from "../../../router/use-address.ts";
import { Button } from "../../../ui/button.tsx";
import { SkeletonRows } from "../../../ui/card-state.tsx";
import { SelectField } from "../../../ui/form/field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { FailureLine, Setting } from "../frame/section.tsx";
import css from "./exports.module.css";

type Plan =
	paths["/api/sites/{site}/move"]["get"]["responses"][200]["content"]["application/json"]["data"];

/** What the move takes away and copies, a sentence each. */
const useConsequences = () => {
	const words = useAreaWords("transfer").move;
	const { locale } = useWording();
	const list = new Intl.ListFormat(locale);
	const named = (names: readonly string[], text: (names: string) => string) =>
		names.length > 0 ? [text(list.format(names.map(isolated)))] : [];
	const counted = (kind: keyof typeof words.counted, count: number) =>
		count > 0
			? [
					`${numberFormat(locale, {}).format(count)} ${pluralForm(count, locale, words.counted[kind])}`,
				]
			: [];
	return ({ privateLinks, teams, grants, alerts, recipients, segments, questions }: Plan) => [
		...counted("privateLinks", privateLinks),
		...named(teams, words.teams),
		...counted("grants", grants),
		...named(alerts, words.alerts),
		...counted("recipients", recipients),
		...named([...segments, ...questions], words.copied),
	];
};

const MoveDialog = ({ to, onClose }: { to: readonly Membership[]; onClose(): void }) => {
	const words = useAreaWords("transfer").move;
	const { words: frame } = useWording();
	const { site } = useSiteView();
	const [chosen, setChosen] = useState(to[0]?.id ?? "");
	const { isBusy, failure, write } = useWrite();
	const params = { path: { site: site.id } };
	const plan = useReport({
		key: ["move", site.id, chosen],
		keepsPrevious: false,
		fetch: async (signal) =>
			(
				await answerOf(
					client.GET("/api/sites/{site}/move", {
						params: { ...params, query: { organization_id: chosen } },
						signal,
					}),
				)
			).data,
	});
	const consequences = useConsequences();
	const name = to.find(({ id }) => id === chosen)?.name ?? "";
	const move = () =>
		void write(async () => {
			await answerOf(
				client.POST("/api/sites/{site}/move", { params, body: { organizationId: chosen } }),
			);
			onClose();
			toast(words.moved(site.domain, name));
			await Promise.all([invalidate(["site"]), invalidate(["organizations"])]);
		});
	return (
		<Dialog
			title={words.title(site.domain)}
			onClose={onClose}
			foot={
				<>
					<Button onClick={onClose}>{frame.part.cancel}</Button>
					<Button kind="solid" disabled={isBusy || plan.data === undefined} onClick={move}>
						{words.button}
					</Button>
				</>
			}
		>
			<SelectField
				label={words.to}
				value={chosen}
				choices={to.map((one) => [one.id, one.name])}
				onChoose={setChosen}
			/>
			<p>{words.along}</p>
			{plan.data === undefined ? (
				plan.failure ? (
					<FailureLine failure={plan.failure} />
				) : (
					<SkeletonRows rows={3} />
				)
			) : (
				<>
					<p>{words.ends}</p>
					<ul class={css["effects"]}>
						<li>{words.keys}</li>
						{consequences(plan.data).map((text) => (
							<li key={text}>{text}</li>
						))}
						<li>{words.stays}</li>
					</ul>
				</>
			)}
			{failure && <FailureLine failure={failure} />}
		</Dialog>
	);
};

/** Moves the site to another organization of its owner; nothing for others. */
export const MoveSite = () => {
	const words = useAreaWords("transfer").move;
	const { address, change } = useAddress();
	const { site } = useSiteView();
	const own = useMemberships(false).data;
	if (site.seenBy?.role !== "owner" || own === undefined) return null;
	const to = own.filter(({ id, role }) => role === "owner" && id !== site.organizationId);
	return (
		<>
			<Setting name={words.name} hint={to.length > 0 ? words.text : words.noOther} isTall>
				{to.length > 0 && (
					<Button kind="danger" onClick={() => change({ open: "move" })}>
						{words.button}…
					</Button>
				)}
			</Setting>
			{address.open === "move" && to.length > 0 && (
				<MoveDialog to={to} onClose={() => change({ open: undefined })} />
			)}
		</>
	);
};
