import { useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { Pick } from "../../ui/form/choice.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { limitMember, type Member } from "../shared/access/organization-api.ts";
import { SiteCheckList } from "../shared/access/site-check-list.tsx";
import type { SectionProps } from "./section.ts";

/** The sites that a member may see besides those of their teams. */
export const MemberSites = ({
	member,
	organization,
	onClose,
}: Pick<SectionProps, "organization"> & { member: Member; onClose(): void }) => {
	const words = useAreaWords("around");
	const { siteAccess, user } = member;
	const [kind, setKind] = useState<"all" | "only">(
		siteAccess.hasRestrictedSiteAccess ? "only" : "all",
	);
	const [sites, setSites] = useState<ReadonlySet<number>>(new Set(siteAccess.siteIds));
	const { isBusy, error, write } = useWrite();
	const submit = async () => {
		const chosen = kind === "only" ? [...sites] : undefined;
		if (!(await write(() => limitMember(organization.id, member.id, chosen)))) return;
		toast(words.members.limited);
		onClose();
	};
	return (
		<FormDialog
			title={words.members.limitTitle(user.name || user.email)}
			action={words.save}
			isReady={!isBusy}
			error={error}
			onSubmit={() => void submit()}
			onClose={onClose}
		>
			<p>{words.members.limitText}</p>
			<div>
				<Pick<"all" | "only">
					label={words.members.sites}
					choices={[
						{ id: "all", label: words.members.all },
						{ id: "only", label: words.members.only },
					]}
					chosen={kind}
					onChoose={setKind}
				/>
			</div>
			{kind === "only" && (
				<SiteCheckList
					label={words.members.sites}
					organizationId={organization.id}
					chosen={sites}
					onChange={setSites}
					empty={words.teams.noSites}
				/>
			)}
		</FormDialog>
	);
};
