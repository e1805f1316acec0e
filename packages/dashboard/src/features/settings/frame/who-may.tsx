import { answerOf, client } from "../../../api/client.ts";
import { isAdministrator, useMemberships } from "../../../api/sites.ts";
import { useReport } from "../../../api/use-report.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { Banner } from "../../../ui/banner.tsx";
import { roleIn } from "../../shared/access/member-rights.ts";

const MAX_NAMED = 3;

/** The open site's organization, from the viewer's own list. */
export const useOwnOrganization = () => {
	const { site } = useSiteView();
	const { data } = useMemberships(false);
	return data?.find(({ id }) => id === site.organizationId);
};

/** Tells read-only viewers who can change the settings. */
export const WhoMay = () => {
	const words = useAreaWords("settings");
	const { locale } = useWording();
	const { site } = useSiteView();
	const organization = useOwnOrganization();
	const report = useReport({
		key: ["members", site.organizationId],
		isOff: site.mayConfigure,
		fetch: async (signal) => {
			const { data } = await answerOf(
				client.GET("/api/organizations/{organizationId}/members", {
					params: { path: { organizationId: site.organizationId } },
					signal,
				}),
			);
			return data;
		},
	});
	if (site.mayConfigure) return null;
	const names = (report.data ?? [])
		.filter(({ role }) => isAdministrator(roleIn(role)))
		.map(({ user }) => user.name || user.email)
		.slice(0, MAX_NAMED);
	const list = new Intl.ListFormat(locale, { type: "disjunction" }).format(names);
	return (
		<Banner>
			<p>
				{words.readOnly}{" "}
				{list === "" ? words.askAdmin(organization?.name ?? site.domain) : words.ask(list)}
			</p>
		</Banner>
	);
};
