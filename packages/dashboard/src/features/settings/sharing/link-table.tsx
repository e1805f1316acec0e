import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { Badge } from "../../../ui/form/choice.tsx";
import { Table, type TableColumn } from "../../../ui/table.tsx";
import { useOwnMoment } from "../../shared/time/use-own-moment.ts";
import type { PrivateLink } from "./link-api.ts";
import { pageOfArea } from "./shared-areas.ts";
import css from "./sharing.module.css";

const isExpired = ({ expiresAt }: PrivateLink, now: number) =>
	expiresAt !== null && Date.parse(expiresAt) <= now;

const Areas = ({ areas }: PrivateLink) => {
	const { locale, words } = useWording();
	const { everythingShort } = useAreaWords("sharing").links;
	if (areas === null) return <span class="nw">{everythingShort}</span>;
	const names = areas.map((area) => words.page[pageOfArea(area)]);
	return (
		<span class={css["cell"]}>{new Intl.ListFormat(locale, { type: "unit" }).format(names)}</span>
	);
};

const Name = ({ link }: { link: PrivateLink }) => {
	const words = useAreaWords("sharing").links;
	const { now } = useSiteView();
	return (
		<span class={css["cell"]}>
			{link.name}{" "}
			<span class="row wrap">
				{isExpired(link, now) && <Badge tone="warn">{words.expired}</Badge>}
				{link.asksPassword && <Badge>{words.withPassword}</Badge>}
			</span>
		</span>
	);
};

interface LinkTableProps {
	links: readonly PrivateLink[];
	/** Whether the address of a link can be copied. */
	hasAddress(link: PrivateLink): boolean;
	onCopy(link: PrivateLink): void;
	onEdit(link: PrivateLink): void;
	onRevoke(link: PrivateLink): void;
}

const Actions = ({ link, ...props }: { link: PrivateLink } & LinkTableProps) => {
	const words = useAreaWords("sharing").links;
	const actions = [
		...(props.hasAddress(link)
			? [[words.copyShort, words.copyOne(link.name), props.onCopy] as const]
			: []),
		[words.edit, words.editOne(link.name), props.onEdit] as const,
		[words.revokeShort, words.revokeOne(link.name), props.onRevoke] as const,
	];
	return (
		<span class={css["actions"]}>
			{actions.map(([text, label, act]) => (
				<button key={text} type="button" class="link" aria-label={label} onClick={() => act(link)}>
					{text}
				</button>
			))}
		</span>
	);
};

/** A site's private links, with what they show, their end and their last use. */
export const LinkTable = (props: LinkTableProps) => {
	const words = useAreaWords("sharing").links;
	const { site } = useSiteView();
	const { momentText, dayText } = useOwnMoment();
	const columns: TableColumn<PrivateLink>[] = [
		{ id: "name", head: words.name, cell: (link) => <Name link={link} /> },
		{ id: "shows", head: words.shows, cell: (link) => <Areas {...link} /> },
		{
			id: "expires",
			head: words.ends,
			cell: ({ expiresAt }) => (
				<span class="nw">{expiresAt ? momentText(expiresAt) : words.never}</span>
			),
		},
		{
			id: "used",
			head: words.lastUsed,
			cell: ({ lastUsedAt }) => (
				<span class="nw">{lastUsedAt ? momentText(lastUsedAt) : words.notYet}</span>
			),
		},
		{
			id: "made",
			head: words.madeBy,
			cell: ({ createdBy, createdAt }) => (
				<span class={css["cell"]}>
					{createdBy ?? <span class="mut">{words.nobody}</span>}{" "}
					<span class="mut nw">{dayText(createdAt)}</span>
				</span>
			),
		},
	];
	const actions: TableColumn<PrivateLink> = {
		id: "actions",
		head: words.actions,
		isHeadHidden: true,
		isNumber: true,
		cell: (link) => <Actions link={link} {...props} />,
	};
	return (
		<Table
			label={words.list}
			columns={site.mayConfigure ? [...columns, actions] : columns}
			rows={props.links}
			keyOf={({ linkId }) => linkId}
		/>
	);
};
