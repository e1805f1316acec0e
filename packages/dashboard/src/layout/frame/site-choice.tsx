import { useState } from "preact/hooks";
import { useOwnSites } from "../../api/own-sites.ts";
import { isAdministrator, type Membership } from "../../api/sites.ts";
import { useWording } from "../../i18n/language.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Combobox } from "../../ui/form/combobox.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PopoverBody, PopoverFoot } from "../../ui/overlay/popover.tsx";

interface SiteChoiceProps {
	/** Of the open site; undefined on pages of all sites. */
	current: string | undefined;
	organizations: readonly Membership[];
	onClose(): void;
}

/** The sites by domain, with a search and an entry to add one; without a search only the first page is listed. */
export const SiteChoice = ({ current, organizations, onClose }: SiteChoiceProps) => {
	const { words, locale } = useWording();
	const { destination, linkTo, go, goTo } = useAddress();
	const page = destination.to === "site" ? destination.page : "overview";
	const [search, setSearch] = useState("");
	const report = useOwnSites({ sort_by: "domain", ...(search !== "" && { search }) });
	const { data: sites = [], totalCount = 0 } = report.data ?? {};
	const nameOf = (id: string) => organizations.find((organization) => organization.id === id)?.name;
	const options = sites.map(({ id, domain, organizationId }) => ({
		value: id,
		label: domain,
		...(organizations.length > 1 && { note: nameOf(organizationId) }),
	}));
	const others = totalCount - sites.length;
	const mayAdd = organizations.some(({ role }) => isAdministrator(role));
	return (
		<>
			<PopoverBody>
				<Combobox
					label={words.sites.search}
					listLabel={words.page.sites}
					placeholder={words.sites.search}
					options={options}
					chosen={current === undefined ? [] : [current]}
					isLoading={report.state === "loading"}
					empty={report.failure ? words.card.notLoaded : words.sites.none}
					onSearch={setSearch}
					onChoose={(site) => {
						onClose();
						goTo(
							{ to: "site", site, page, rest: [] },
							// Filters and segments only fit the pages of one site.
							{ filters: [], segment: undefined },
						);
					}}
				/>
				{others > 0 && (
					<p class="sec">{words.sites.more(new Intl.NumberFormat(locale).format(others))}</p>
				)}
			</PopoverBody>
			<PopoverFoot>
				<LinkButton kind="quiet" href={linkTo({ to: "sites" })} onClick={onClose}>
					{words.sites.all}
				</LinkButton>
				{mayAdd && (
					<Button
						kind="quiet"
						onClick={() => {
							onClose();
							go("/sites?open=add");
						}}
					>
						<Icon name="plus" />
						{words.sites.add}
					</Button>
				)}
			</PopoverFoot>
		</>
	);
};
