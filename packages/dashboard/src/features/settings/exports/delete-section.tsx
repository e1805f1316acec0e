import { useState } from "preact/hooks";
import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import { useReport } from "../../../api/use-report.ts";
import { pluralForm } from "../../../format/plural.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { useWrite } from "../../../layout/write/use-write.ts";
import type { Destination } from "../../../router/destination.ts";
import { useAddress } from "../../../router/use-address.ts";
import { Button } from "../../../ui/button.tsx";
import { CardState } from "../../../ui/card-state.tsx";
import { TextField } from "../../../ui/form/field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { FailureLine, Section, Setting } from "../frame/section.tsx";
import { MoveSite } from "./move-site.tsx";

/** What is deleted with the site: counted when the dialog opens. */
const useExtent = () => {
	const { site } = useSiteView();
	const params = { path: { site: site.id } };
	return useReport({
		key: ["extent", site.id],
		fetch: async (signal) => {
			const [{ data }, goals, funnels] = await Promise.all([
				answerOf(
					client.GET("/api/sites/{site}/overview", { params: { ...params, query: {} }, signal }),
				),
				answerOf(
					client.GET("/api/sites/{site}/goals", { params: { ...params, query: {} }, signal }),
				),
				answerOf(client.GET("/api/sites/{site}/funnels", { params, signal })),
			]);
			return {
				sessions: data.sessions,
				pageviews: data.pageviews,
				goals: goals.meta.total,
				funnels: funnels.data.length,
			};
		},
	});
};

const DeleteSite = ({ onClose }: { onClose(): void }) => {
	const { locale } = useWording();
	const words = useAreaWords("transfer").delete;
	const { go } = useAddress();
	const { site } = useSiteView();
	const extent = useExtent();
	const [typed, setTyped] = useState("");
	const { isBusy, failure, write } = useWrite();
	const isTyped = typed.trim().toLowerCase() === site.domain.toLowerCase();
	const counted = (kind: keyof typeof words.counted, count: number) =>
		`${new Intl.NumberFormat(locale).format(count)} ${pluralForm(count, locale, words.counted[kind])}`;
	const remove = () => {
		if (!isTyped) return;
		void write(async () => {
			await answerOf(client.DELETE("/api/sites/{site}", { params: { path: { site: site.id } } }));
			go("/sites", { replaces: true });
			toast(words.deleted(site.domain));
			await invalidate(["organizations"]);
		});
	};
	return (
		<Dialog
			title={words.title(site.domain)}
			onClose={onClose}
			foot={
				<>
					<Button onClick={onClose}>{words.keep}</Button>
					<Button kind="solid" aria-disabled={!isTyped || isBusy} onClick={remove}>
						{words.site}
					</Button>
				</>
			}
		>
			<p>
				{extent.data
					? words.extent(
							counted("sessions", extent.data.sessions),
							counted("pageviews", extent.data.pageviews),
							counted("goals", extent.data.goals),
							counted("funnels", extent.data.funnels),
						)
					: words.everything}{" "}
				{words.noReturn}
			</p>
			<TextField
				label={words.type(site.domain)}
				value={typed}
				autocomplete="off"
				onInput={({ currentTarget }) => setTyped(currentTarget.value)}
				onKeyDown={(event) => {
					if (event.key === "Enter") void remove();
				}}
			/>
			{failure && <FailureLine failure={failure} />}
		</Dialog>
	);
};

/** Irreversible actions: moving the site away, and deleting it with all its data, or only parts of it. */
export const DeleteSection = () => {
	const { words } = useWording();
	const settings = useAreaWords("settings");
	const texts = useAreaWords("transfer").delete;
	const { address, change, destination, linkTo } = useAddress();
	const { site } = useSiteView();
	if (destination.to !== "site") return null;
	if (!site.mayConfigure)
		return (
			<Section title={settings.section.delete}>
				<Panel label={settings.section.delete}>
					<CardState icon="lock" title={words.card.forbidden}>
						{words.card.forbiddenText}
					</CardState>
				</Panel>
			</Section>
		);
	const less: (readonly [string, Destination, string])[] = [
		[
			texts.anImport,
			{ ...destination, page: "settings", rest: ["imports"] },
			settings.section.imports,
		],
		[texts.aPerson, { ...destination, page: "users", rest: [] }, words.page.users],
		[texts.aRecording, { ...destination, page: "replays", rest: [] }, words.page.replays],
	];
	return (
		<>
			<Section title={settings.section.delete}>
				<Panel label={settings.section.delete}>
					<MoveSite />
					<Setting name={texts.siteTitle} hint={texts.siteText} isTall>
						<Button kind="danger" onClick={() => change({ open: "site" })}>
							{texts.site}…
						</Button>
					</Setting>
				</Panel>
			</Section>
			<Section title={texts.less} isPart>
				<Panel label={texts.less}>
					{less.map(([text, to, page]) => (
						<Setting key={page} name={text}>
							<a class="link" href={linkTo(to)}>
								{page}
							</a>
						</Setting>
					))}
				</Panel>
			</Section>
			{address.open === "site" && <DeleteSite onClose={() => change({ open: undefined })} />}
		</>
	);
};
