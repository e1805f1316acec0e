import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useSession } from "../../api/session.ts";
import { isAdministrator, type Membership, useMemberships } from "../../api/sites.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import {
	ORGANIZATION_PAGES,
	type OrganizationPage,
	organizationPages,
} from "../../layout/frame/menu-entries.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { lazyPart } from "../../layout/lazy/lazy-part.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useWrite } from "../../layout/write/use-write.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { CardState, SkeletonBlock } from "../../ui/card-state.tsx";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { Panel } from "../../ui/panel.tsx";
import { renameOrganization } from "../shared/access/organization-api.ts";
import { Audit } from "./audit.tsx";
import { Invitations } from "./invitations.tsx";
import { OrganizationKeys } from "./keys.tsx";
import { Members } from "./members.tsx";
import css from "./organization.module.css";
import type { SectionProps } from "./section.ts";
import { Teams } from "./teams.tsx";
import { Usage } from "./usage.tsx";

const Channels = lazyPart(async () => (await import("./channels/channels.tsx")).Channels);
const Mails = lazyPart(async () => (await import("./mails.tsx")).Mails);

const SECTIONS: Readonly<Record<OrganizationPage, ComponentType<SectionProps>>> = {
	members: Members,
	invitations: Invitations,
	teams: Teams,
	channels: Channels,
	mails: Mails,
	keys: OrganizationKeys,
	audit: Audit,
	usage: Usage,
};

const Rename = ({ organization, onClose }: { organization: Membership; onClose(): void }) => {
	const words = useAreaWords("around");
	const [name, setName] = useState(organization.name);
	const { isBusy, error, write } = useWrite();
	return (
		<FormDialog
			title={words.organization.renameTitle}
			action={words.save}
			isReady={!isBusy && name.trim() !== ""}
			error={error}
			onClose={onClose}
			onSubmit={() =>
				void write(() => renameOrganization(organization.id, name.trim())).then((isMade) => {
					if (!isMade) return;
					toast(words.organization.renamed);
					onClose();
				})
			}
		>
			<TextField
				label={words.name}
				value={name}
				maxLength={255}
				onInput={({ currentTarget }) => setName(currentTarget.value)}
			/>
		</FormDialog>
	);
};

/** The choice of the organization, if there are several; administrators can rename it. */
const Which = ({
	organization,
	all,
	page,
}: {
	organization: Membership;
	all: readonly Membership[];
	page: OrganizationPage;
}) => {
	const words = useAreaWords("around").organization;
	const { goTo } = useAddress();
	const [isRenamed, setIsRenamed] = useState(false);
	return (
		<>
			{all.length > 1 ? (
				<SelectField
					isBare
					label={words.choose}
					value={organization.id}
					choices={all.map(({ id, name }) => [id, name])}
					onChoose={(id) => goTo({ to: "organization", rest: [id, page] })}
				/>
			) : (
				<span class="mut cut">{organization.name}</span>
			)}
			{isAdministrator(organization.role) && (
				<Button kind="quiet" onClick={() => setIsRenamed(true)}>
					{words.rename}
				</Button>
			)}
			{isRenamed && <Rename organization={organization} onClose={() => setIsRenamed(false)} />}
		</>
	);
};

/** On narrow screens, which have no menu beside the page. */
const SectionLinks = ({
	organization,
	page,
}: {
	organization: Membership;
	page: OrganizationPage;
}) => {
	const frame = useWords();
	const words = useAreaWords("around").organization;
	const { linkTo } = useAddress();
	const row = useRef<HTMLElement>(null);
	useEffect(() => {
		// It is one line that scrolls.
		const chosen = row.current?.querySelector<HTMLElement>("[aria-current]");
		if (row.current && chosen) row.current.scrollLeft = chosen.offsetLeft - 40;
	}, [page]);
	return (
		<nav ref={row} class={css["sections"]} aria-label={words.sections}>
			{organizationPages(organization.role).map((one) => (
				<a
					key={one}
					href={linkTo({ to: "organization", rest: [organization.id, one] })}
					aria-current={one === page ? "page" : undefined}
				>
					{frame.menu[one]}
				</a>
			))}
		</nav>
	);
};

const Gone = () => {
	const frame = useWords();
	const words = useAreaWords("around").organization;
	const { linkTo } = useAddress();
	return (
		<>
			<PageHead title={frame.page.organization} />
			<Panel label={words.gone}>
				<CardState
					icon="warning"
					title={words.gone}
					action={<LinkButton href={linkTo({ to: "sites" })}>{frame.trouble.toSites}</LinkButton>}
				>
					{words.goneText}
				</CardState>
			</Panel>
		</>
	);
};

/** Members read the channels, which their alerts name, though no menu lists the page for them. */
const mayOpen = (page: OrganizationPage, { role }: Membership): boolean =>
	page === "channels" || organizationPages(role).includes(page);

/** A page that the person's role may not read, which only an address opens. */
const Denied = ({
	page,
	organization,
	which,
	links,
}: SectionProps & { page: OrganizationPage }) => {
	const words = useWords();
	const title = words.menu[page];
	return (
		<>
			<PageHead title={title} of={organization.name} aside={which} />
			{links}
			<Panel label={title}>
				<CardState icon="lock" title={words.card.forbidden}>
					{words.card.forbiddenText}
				</CardState>
			</Panel>
		</>
	);
};

const isPage = (text: string): text is OrganizationPage =>
	(ORGANIZATION_PAGES as readonly string[]).includes(text);

/** Members, keys and usage of an organization; the URL names which. */
const Organization = () => {
	const { destination, go, linkTo } = useAddress();
	const report = useMemberships(false);
	const { data: person } = useSession();
	const [wanted, section = "members"] = destination.to === "organization" ? destination.rest : [];
	const first = report.data?.[0];
	useEffect(() => {
		if (wanted === undefined && first)
			go(`/organization/${encodeURIComponent(first.id)}/members`, { replaces: true });
	}, [wanted, first?.id, linkTo]);
	if (!report.data)
		return report.failure ? <ReportFailure report={report} /> : <SkeletonBlock height={20} />;
	const organization = report.data.find(({ id }) => id === wanted);
	if (wanted === undefined && first) return <SkeletonBlock height={20} />;
	if (!organization || !isPage(section)) return <Gone />;
	const props: SectionProps = {
		organization,
		ownId: person?.id ?? "",
		which: <Which organization={organization} all={report.data} page={section} />,
		links: <SectionLinks organization={organization} page={section} />,
	};
	if (!mayOpen(section, organization)) return <Denied {...props} page={section} />;
	const Section = SECTIONS[section];
	return <Section key={organization.id} {...props} />;
};

export default Organization;
