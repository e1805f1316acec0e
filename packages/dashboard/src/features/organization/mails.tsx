import { isAdministrator } from "../../api/sites.ts";
import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { ownTimeZone } from "../../layout/shared-parameters.ts";
import { useAddress } from "../../router/use-address.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ReportMails } from "../shared/mails/report-mails.tsx";
import { useMailWords } from "../shared/mails/use-mail-words.ts";
import { GuideLink } from "../shared/report/guide-link.tsx";
import type { SectionProps } from "./section.ts";

/** Reports by mail of an organization: those about all of its sites, and those of each. */
export const Mails = ({ organization, which, links }: SectionProps) => {
	const frame = useWords();
	const words = useMailWords();
	const { destination, linkTo, goTo } = useAddress();
	const to = (rest: readonly string[]) => ({
		to: "organization" as const,
		rest: [organization.id, "mails", ...rest],
	});
	const rest = destination.to === "organization" ? destination.rest.slice(2) : [];
	const place = {
		...{ organizationId: organization.id, timeZone: ownTimeZone(), rest },
		isAdmin: isAdministrator(organization.role),
		mayWrite: organization.role !== "viewer",
		linkTo: (path: readonly string[]) => linkTo(to(path)),
		goTo: (path: readonly string[]) => goTo(to(path)),
	};
	return (
		<>
			<PageHead
				title={frame.menu.mails}
				of={organization.name}
				aside={which}
				actions={
					<>
						<GuideLink to="guides/alerts-and-mails" />
						{rest.length === 0 ? (
							place.mayWrite && (
								<LinkButton kind="main" href={place.linkTo(["new"])}>
									<Icon name="plus" />
									{words.add}
								</LinkButton>
							)
						) : (
							<LinkButton kind="quiet" href={place.linkTo([])}>
								{words.all}
							</LinkButton>
						)}
					</>
				}
			/>
			{links}
			<p class="sec">{words.textAll}</p>
			<ReportMails place={place} />
		</>
	);
};
