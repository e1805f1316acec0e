/**
 * The path of the API to which signing in leads when a provider found an account that its person must be signed in to: back
 * to the provider, which links it. Undefined in any other case.
 */
export const linkingPath = (search: string): string | undefined => {
	const query = new URLSearchParams(search);
	const provider = query.get("provider") ?? "";
	const isLinking = query.get("refused") === "account-exists" && /^[\w-]+$/.test(provider);
	return isLinking ? `/api/sign-in/oidc/${provider}` : undefined;
};
