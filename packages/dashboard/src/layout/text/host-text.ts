let shownHost: ((host: string) => string) | undefined;
let isLoading = false;

/**
 * A host as it is displayed. The decoder of international names is loaded when the first one appears; names are decoded
 * from then on.
 */
export const hostText = (host: string): string => {
	if (shownHost || isLoading || !/xn--/i.test(host)) return shownHost?.(host) ?? host;
	isLoading = true;
	import("@footfall/shared/text/shown-host").then(
		(loaded) => {
			shownHost = loaded.shownHost;
		},
		() => {
			// Without a network the name stays encoded; the next one retries.
			isLoading = false;
		},
	);
	return host;
};
