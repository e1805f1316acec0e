import { useAddress } from "../../address/use-address.ts";
import type { OwnOrganization } from "../../api/sites.ts";
import { Button, LinkButton } from "../../part/button.tsx";
import { Combobox } from "../../part/combobox.tsx";
import { Icon } from "../../part/icon.tsx";
import { PopoverBody, PopoverFoot } from "../../part/popover.tsx";
import { useWords } from "../../words/language.ts";

interface SiteChoiceProps {
	/** Of the open site; undefined on pages of all sites. */
	current: string | undefined;
	organizations: readonly OwnOrganization[];
	onClose(): void;
}

/** All sites by their names, and the way to a new one. */
export const SiteChoice = ({ current, organizations, onClose }: SiteChoiceProps) => {
	const words = useWords();
	const { destination, linkTo, go, goTo } = useAddress();
	const page = destination.to === "site" ? destination.page : "overview";
	const options = organizations.flatMap((organization) =>
		organization.sites.map((site) => ({
			value: site.id,
			label: site.domain,
			...(organizations.length > 1 && { note: organization.name }),
		})),
	);
	const mayAdd = organizations.some(({ role }) => role !== "member");
	return (
		<>
			<PopoverBody>
				<Combobox
					label={words.sites.search}
					listLabel={words.page.sites}
					placeholder={words.sites.search}
					options={options}
					chosen={current === undefined ? [] : [current]}
					empty={words.sites.none}
					onChoose={(site) => {
						onClose();
						goTo(
							{ to: "site", site, page, rest: [] },
							// Filters and segments are about the pages of one site.
							{ filters: [], segment: undefined },
						);
					}}
				/>
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
