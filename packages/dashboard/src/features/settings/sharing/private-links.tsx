import { useState } from "preact/hooks";
import { apiHref } from "../../../api/client.ts";
import type { Report } from "../../../api/use-report.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { ReportPending } from "../../../layout/report-pending.tsx";
import { useSiteView } from "../../../layout/site-view.ts";
import { useAddress } from "../../../router/use-address.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { CardState } from "../../../ui/card-state.tsx";
import { CodeBlock } from "../../../ui/copy.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { Confirm } from "../../shared/write/confirm.tsx";
import { EditLink } from "./edit-link.tsx";
import { type MadeLink, type PrivateLink, revokeLink, type SharedLinks } from "./link-api.ts";
import { LinkTable } from "./link-table.tsx";

/** Opens the form of a new link. */
export const AddLinkButton = () => {
	const words = useAreaWords("sharing").links;
	const { change } = useAddress();
	return (
		<Button onClick={() => change({ open: "new" })}>
			<Icon name="plus" />
			{words.add}
		</Button>
	);
};

/** Shows the address of a new link, the only time it can be shown. */
const Made = ({ address, onClose }: { address: string; onClose(): void }) => {
	const all = useAreaWords("sharing");
	const words = all.links;
	return (
		<Dialog
			title={words.madeTitle}
			onClose={onClose}
			foot={
				<>
					<LinkButton href={address} target="_blank" rel="noopener">
						{all.look}
					</LinkButton>
					<Button kind="main" onClick={onClose}>
						{words.done}
					</Button>
				</>
			}
		>
			<p>{words.madeText}</p>
			<CodeBlock code={address} />
		</Dialog>
	);
};

interface LinksProps {
	report: Report<SharedLinks>;
	/** Called with a link that was made, whose key is known until the page is left. */
	onMade(made: MadeLink): void;
}

/** The site's private links: add, change, copy and revoke them. */
export const PrivateLinks = ({ report, onMade }: LinksProps) => {
	const words = useAreaWords("sharing").links;
	const { site } = useSiteView();
	const { address, change } = useAddress();
	const [made, setMade] = useState<string>();
	const [revoked, setRevoked] = useState<PrivateLink>();
	const { data } = report;
	if (!data) return <ReportPending report={report} rows={2} />;
	const addressOf = (key: string) => apiHref(`/${site.id}/${key}`);
	const close = () => change({ open: undefined });
	const copy = async (text: string, done: string) => {
		if (await copyText(text)) toast(done);
	};
	const edited = data.links.find(({ linkId }) => String(linkId) === address.open);
	return (
		<>
			{data.links.length === 0 ? (
				<CardState
					icon="lock"
					title={words.empty}
					action={site.mayConfigure ? <AddLinkButton /> : undefined}
				>
					{words.emptyText}
				</CardState>
			) : (
				<LinkTable
					links={data.links}
					hasAddress={({ isMain }) => isMain && data.mainKey !== undefined}
					onCopy={() => void copy(addressOf(data.mainKey ?? ""), words.copied)}
					onEdit={({ linkId }) => change({ open: String(linkId) })}
					onRevoke={setRevoked}
				/>
			)}
			{site.mayConfigure && (edited || address.open === "new") && (
				<EditLink
					key={address.open}
					link={edited}
					available={data.available}
					onMade={(link) => {
						const shown = addressOf(link.privateLinkKey);
						close();
						setMade(shown);
						onMade(link);
						void copy(shown, words.madeAndCopied);
					}}
					onClose={close}
				/>
			)}
			{made !== undefined && <Made address={made} onClose={() => setMade(undefined)} />}
			{revoked && (
				<Confirm
					title={words.revokeTitle(revoked.name)}
					action={words.revoke}
					change={() => revokeLink(site.id, revoked.linkId)}
					onDone={() => {
						setRevoked(undefined);
						toast(words.revoked(revoked.name));
					}}
					onClose={() => setRevoked(undefined)}
				>
					{words.revokeText}
				</Confirm>
			)}
		</>
	);
};
