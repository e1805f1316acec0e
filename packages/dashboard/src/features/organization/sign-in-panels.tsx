import { useSignInPolicy } from "../shared/access/factor-policy-api.ts";
import { useSignInProviders } from "../shared/access/organization-provider-api.ts";
import { SignInPolicy } from "./sign-in-policy.tsx";
import { SignInProviders } from "./sign-in-providers.tsx";

interface SignInPanelsProps {
	organization: string;
	/** Whether what is above has its height. */
	isPlaced: boolean;
}

/** How members sign in. The panels appear where they will stay: a button that moves while it is pressed is missed. */
export const SignInPanels = ({ organization, isPlaced }: SignInPanelsProps) => {
	const policy = useSignInPolicy(organization);
	// Asks at once, for the panel that is rendered later.
	useSignInProviders(organization);
	return (
		isPlaced &&
		policy.state !== "loading" && (
			<>
				<SignInPolicy organization={organization} />
				<SignInProviders organization={organization} />
			</>
		)
	);
};
