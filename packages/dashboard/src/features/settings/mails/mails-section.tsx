import { useAreaWords } from "../../../i18n/areas.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { useAddress } from "../../../router/use-address.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ReportMails } from "../../shared/mails/report-mails.tsx";
import { useMailWords } from "../../shared/mails/use-mail-words.ts";
import { Section } from "../frame/section.tsx";

/** Reports about this site that are mailed by a schedule. */
export const MailsSection = () => {
	const words = useMailWords();
	const { section } = useAreaWords("settings");
	const { site, timeZone, mayWrite } = useSiteView();
	const { destination, linkTo, goTo } = useAddress();
	const to = (rest: readonly string[]) =>
		destination.to === "site"
			? { ...destination, page: "settings" as const, rest: ["mails", ...rest] }
			: destination;
	const rest = destination.to === "site" ? destination.rest.slice(1) : [];
	const place = {
		...{ organizationId: site.organizationId, timeZone, rest },
		...{ isAdmin: site.mayConfigure, mayWrite },
		site: { siteId: site.siteId, name: site.name },
		linkTo: (path: readonly string[]) => linkTo(to(path)),
		goTo: (path: readonly string[]) => goTo(to(path)),
	};
	return (
		<Section
			title={section.mails}
			text={words.text}
			actions={
				rest.length === 0 ? (
					mayWrite && (
						<LinkButton href={place.linkTo(["new"])}>
							<Icon name="plus" />
							{words.add}
						</LinkButton>
					)
				) : (
					<LinkButton kind="quiet" href={place.linkTo([])}>
						{words.all}
					</LinkButton>
				)
			}
		>
			<ReportMails place={place} />
		</Section>
	);
};
