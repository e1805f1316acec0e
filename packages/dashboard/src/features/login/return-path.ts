/** Where signing in leads back to: a path of the dashboard, whatever the address asks for. */
export const returnPath = (search: string): string => {
	const to = new URLSearchParams(search).get("to") ?? "/";
	// "//host" and "/\host" would name another server.
	return /^\/(?![/\\])/.test(to) && !/^\/login(\/|\?|$)/.test(to) ? to : "/";
};
