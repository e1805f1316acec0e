import { apiHref } from "../../../api/client.ts";
import { useWords } from "../../../i18n/language.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

/** Opens the page of the manual that explains this one, such as `guides/campaigns`. */
export const GuideLink = ({ to }: { to: string }) => {
	const words = useWords();
	return (
		<LinkButton kind="quiet" href={apiHref(`/docs/${to}/`)} target="_blank" rel="noopener">
			{words.guide}
			<Icon name="out" />
		</LinkButton>
	);
};
