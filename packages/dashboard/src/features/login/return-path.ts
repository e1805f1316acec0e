/** The path to return to after signing in: always a path of the dashboard, whatever the URL says. */
export const returnPath = (search: string): string => {
	const to = new URLSearchParams(search).get("to") ?? "/";
	// "//host" and "/\host" would point to another server.
	return /^\/(?![/\\])/.test(to) && !/^\/login(\/|\?|$)/.test(to) ? to : "/";
};
