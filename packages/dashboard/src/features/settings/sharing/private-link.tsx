import { useState } from "preact/hooks";
import { apiHref } from "../../../api/client.ts";
import { failureOf, type RequestFailure } from "../../../api/failure.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWords } from "../../../i18n/language.ts";
import { ReportPending } from "../../../layout/report-pending.tsx";
import { useSiteView } from "../../../layout/site-view.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { Pick } from "../../../ui/form/choice.tsx";
import { CheckField } from "../../../ui/form/field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import frame from "../frame/frame.module.css";
import { FailureLine, Setting } from "../frame/section.tsx";
import { FIRST_AREAS, pageOfArea, type SharedArea, toggledAreas } from "./shared-areas.ts";
import css from "./sharing.module.css";
import {
	limitLink,
	makeLink,
	type PrivateLink,
	revokeLink,
	type usePrivateLink,
} from "./use-private-link.ts";

/** The pages that the link shows. Checkboxes apply at once. */
const Limit = ({ link }: { link: PrivateLink }) => {
	const { page } = useWords();
	const words = useAreaWords("sharing");
	const { site } = useSiteView();
	const [pending, setPending] = useState<{ areas: readonly SharedArea[] | null }>();
	const [failure, setFailure] = useState<RequestFailure>();
	const { areas } = pending ?? link;
	const textOf = (area: SharedArea) => page[pageOfArea(area)];
	const send = async (next: readonly SharedArea[] | null, hasUndo: boolean) => {
		const before = areas;
		setFailure(undefined);
		setPending({ areas: next });
		try {
			await limitLink(site.id, next);
			toast(words.limitSaved, hasUndo ? () => void send(before, false) : undefined);
		} catch (thrown) {
			setFailure(failureOf(thrown));
		}
		// A later choice is still pending.
		setPending((now) => (now?.areas === next ? undefined : now));
	};
	if (!site.mayConfigure)
		return (
			<Setting name={words.shows}>
				{areas === null ? words.everything : areas.map(textOf).join(", ")}
			</Setting>
		);
	return (
		<div class={frame["more"]}>
			<div class="row wrap">
				<span class={frame["name"]}>{words.shows}</span>
				<Pick
					label={words.shows}
					choices={[
						{ id: "all", label: words.everything },
						{ id: "some", label: words.some },
					]}
					chosen={areas === null ? "all" : "some"}
					onChoose={(choice) => {
						if ((choice === "all") !== (areas === null))
							void send(choice === "all" ? null : FIRST_AREAS, true);
					}}
				/>
			</div>
			{areas && (
				<fieldset class={frame["checks"]}>
					<legend class="vh">{words.shows}</legend>
					{link.available.map((area) => {
						const isOnly = areas.length === 1 && areas.includes(area);
						return (
							<div key={area} class={css["area"]}>
								<CheckField
									label={textOf(area)}
									checked={areas.includes(area)}
									disabled={isOnly}
									onChange={() => void send(toggledAreas(link.available, areas, area), true)}
								/>
								{!isOnly && (
									<button
										type="button"
										class="link"
										aria-label={words.onlyOf(textOf(area))}
										onClick={() => void send([area], true)}
									>
										{words.only}
									</button>
								)}
							</div>
						);
					})}
				</fieldset>
			)}
			<p class="mut">{areas === null ? words.everythingHint : words.someHint}</p>
			{failure && <FailureLine failure={failure} />}
		</div>
	);
};

/** Asks for confirmation before a link that others have stops working. */
const ConfirmRevoke = ({
	kind,
	onClose,
	onConfirm,
}: {
	kind: "revoke" | "renew";
	onClose(): void;
	onConfirm(): void;
}) => {
	const words = useWords();
	const texts = useAreaWords("sharing");
	return (
		<Dialog
			title={texts[kind === "revoke" ? "revokeTitle" : "renewTitle"]}
			onClose={onClose}
			foot={
				<>
					<Button kind="quiet" onClick={onClose}>
						{words.part.cancel}
					</Button>
					<Button kind="solid" onClick={onConfirm}>
						{texts[kind]}
					</Button>
				</>
			}
		>
			<p>{texts.revokeText}</p>
		</Dialog>
	);
};

const Link = ({ link }: { link: PrivateLink }) => {
	const words = useAreaWords("sharing");
	const { site } = useSiteView();
	const [confirming, setConfirming] = useState<"revoke" | "renew">();
	const [failure, setFailure] = useState<RequestFailure>();
	const { privateKey } = link;
	const addressOf = (key: string) => apiHref(`/${site.id}/${key}`);
	/** @param change returns what to say */
	const act = async (change: () => Promise<string>) => {
		setConfirming(undefined);
		setFailure(undefined);
		try {
			toast(await change());
		} catch (thrown) {
			setFailure(failureOf(thrown));
		}
	};
	const make = async () =>
		(await copyText(addressOf(await makeLink(site.id)))) ? words.madeAndCopied : words.made;
	const renew = async () => {
		await makeLink(site.id);
		return words.renewed;
	};
	const revoke = async () => {
		await revokeLink(site.id);
		return words.revoked;
	};
	if (!privateKey)
		return (
			<>
				<Setting name={words.link} hint={words.linkHint} isTall failure={failure}>
					{site.mayConfigure ? (
						<Button onClick={() => void act(make)}>{words.make}</Button>
					) : (
						words.noLink
					)}
				</Setting>
				{site.mayConfigure && <Limit link={link} />}
			</>
		);
	const address = addressOf(privateKey);
	return (
		<>
			<Setting name={words.link} hint={words.linkHint} isTall failure={failure}>
				{site.mayConfigure && (
					<span class="row wrap">
						<Button onClick={() => setConfirming("renew")}>{words.renewShort}</Button>
						<Button kind="danger" onClick={() => setConfirming("revoke")}>
							{words.revokeShort}
						</Button>
					</span>
				)}
			</Setting>
			<div class={frame["more"]}>
				<div class={css["address"]}>
					<code class="mono">{address}</code>
					<CopyButton text={address} label={words.copyLink} />
					<LinkButton href={address} target="_blank" rel="noopener">
						{words.look}
					</LinkButton>
				</div>
			</div>
			<Limit link={link} />
			{confirming && (
				<ConfirmRevoke
					kind={confirming}
					onClose={() => setConfirming(undefined)}
					onConfirm={() => void act(confirming === "revoke" ? revoke : renew)}
				/>
			)}
		</>
	);
};

/** The secret link: create, copy, limit, renew and revoke it. */
export const PrivateLinkPanel = ({ report }: { report: ReturnType<typeof usePrivateLink> }) => {
	if (report.data) return <Link link={report.data} />;
	return <ReportPending report={report} rows={2} />;
};
