import { useAddress } from "../address/use-address.ts";
import type { OwnOrganization } from "../api/sites.ts";
import { Button, LinkButton } from "../part/button.tsx";
import { Icon, Mark } from "../part/icon.tsx";
import { Popover, PopoverBody, PopoverFoot } from "../part/popover.tsx";
import { useWords } from "../words/language.ts";
import { lazyPart } from "./lazy/lazy-part.tsx";
import css from "./site-switcher.module.css";

const Combobox = lazyPart(async () => (await import("../part/combobox.tsx")).Combobox);

export const SITE_SWITCHER_ID = "site-switcher";

interface SiteSwitcherProps {
	/** The open site, or none on pages of all sites. */
	current: { id: string; domain: string } | undefined;
	organizations: readonly OwnOrganization[];
}

/** Shows the open site and leads to the others. */
export const SiteSwitcher = ({ current, organizations }: SiteSwitcherProps) => {
	const words = useWords();
	const { destination, linkTo, go, goTo } = useAddress();
	const name = current?.domain ?? words.sites.all;
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
		<Popover
			buttonId={SITE_SWITCHER_ID}
			buttonClass={css["button"]}
			label={words.sites.switch(name)}
			title={words.sites.search}
			button={
				<>
					<span class={css["name"]}>
						<Mark />
						<span class="cut">{name}</span>
					</span>
					<Icon name="down" />
				</>
			}
		>
			{(close) => (
				<>
					<PopoverBody>
						<Combobox
							label={words.sites.search}
							listLabel={words.page.sites}
							placeholder={words.sites.search}
							options={options}
							chosen={current ? [current.id] : []}
							empty={words.sites.none}
							onChoose={(site) => {
								close();
								goTo(
									{ to: "site", site, page, rest: [] },
									// Filters and segments are about the pages of one site.
									{ filters: [], segment: undefined },
								);
							}}
						/>
					</PopoverBody>
					<PopoverFoot>
						<LinkButton kind="quiet" href={linkTo({ to: "sites" })} onClick={close}>
							{words.sites.all}
						</LinkButton>
						{mayAdd && (
							<Button
								kind="quiet"
								onClick={() => {
									close();
									go("/sites?open=add");
								}}
							>
								<Icon name="plus" />
								{words.sites.add}
							</Button>
						)}
					</PopoverFoot>
				</>
			)}
		</Popover>
	);
};
