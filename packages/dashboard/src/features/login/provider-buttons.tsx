import { apiHref } from "../../api/client.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { LinkButton } from "../../ui/button.tsx";
import css from "./login.module.css";
import { returnPath } from "./return-path.ts";
import type { SignInWays } from "./sign-in-ways.ts";

/** Buttons that sign in with a provider. */
export const ProviderButtons = ({ providers }: Pick<SignInWays, "providers">) => {
	const { single } = useAreaWords("factor");
	return (
		<>
			{providers.map((one) => (
				<LinkButton
					key={one.id}
					class={css["way"]}
					href={apiHref(one.path, { to: returnPath(location.search) })}
				>
					{single.with(one.name)}
				</LinkButton>
			))}
		</>
	);
};
