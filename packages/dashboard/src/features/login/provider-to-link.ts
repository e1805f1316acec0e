/**
 * The id of the provider whose sign-in found an account that its person must be signed in to: who signs in is then
 * asked whether to link it. Undefined in any other case.
 */
export const providerToLink = (search: string): string | undefined => {
	const query = new URLSearchParams(search);
	const provider = query.get("provider") ?? "";
	const isLinking = query.get("refused") === "account-exists" && /^[\w-]+$/.test(provider);
	return isLinking ? provider : undefined;
};
