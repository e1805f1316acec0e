import { apiHref } from "../../api/client.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { returnPath } from "./return-path.ts";
import type { SignInWays } from "./sign-in-ways.ts";

/** Buttons that sign in with a provider, and why it did not work the last time. */
export const ProviderButtons = ({ providers }: Pick<SignInWays, "providers">) => {
	const { single } = useAreaWords("factor");
	const query = new URLSearchParams(location.search);
	const reason = query.get("refused");
	const text =
		reason === null
			? undefined
			: (Object.entries(single.refused).find(([name]) => name === reason)?.[1] ??
				single.refused["invalid-answer"]);
	const name =
		providers.find(({ id }) => id === query.get("provider"))?.name ??
		query.get("name") ??
		undefined;
	return (
		<>
			{text !== undefined && (
				<Banner tone="bad">
					<b>{single.failed(name ?? single.provider)}</b> {text}
				</Banner>
			)}
			{providers.map((one) => (
				<LinkButton key={one.id} href={apiHref(one.path, { to: returnPath(location.search) })}>
					{single.with(one.name)}
				</LinkButton>
			))}
		</>
	);
};
