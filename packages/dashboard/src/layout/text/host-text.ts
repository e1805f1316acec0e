let shownHost: ((host: string) => string) | undefined;
let isLoading = false;

/** A host as people read it. The decoder of international names is loaded with the first one, which is decoded from then on. */
export const hostText = (host: string): string => {
	if (shownHost || isLoading || !/xn--/i.test(host)) return shownHost?.(host) ?? host;
	isLoading = true;
	import("@footfall/shared/text/shown-host").then(
		(loaded) => {
			shownHost = loaded.shownHost;
		},
		() => {
			// Without a network the name stays as it is; the next one tries again.
			isLoading = false;
		},
	);
	return host;
};
