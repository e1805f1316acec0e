/** The client's own suspicion: `score` from 0 to 10, and a bit for each signal that was seen. */
export interface AutomationSignals {
	score: number;
	bits: number;
}

/**
 * Signs of a browser without a person. One certain sign reaches the score at which the gateway takes the client for a
 * bot (3); the others have innocent causes, and only together do they.
 */
export const automationSignals = (): AutomationSignals => {
	const { userAgent, plugins, webdriver } = navigator;
	const claimsDesktopChrome = /Chrome\/(?!.*Mobile)/.test(userAgent);
	const signs = [
		webdriver,
		!outerWidth && !outerHeight,
		claimsDesktopChrome && !("chrome" in window),
		// Of a software renderer: to ask for it would cost the page a graphics context.
		false,
		claimsDesktopChrome && !plugins?.length,
	];
	let score = 0;
	let bits = 0;
	signs.forEach((present, bit) => {
		if (!present) return;
		score += bit ? 1 : 3;
		bits |= 1 << bit;
	});
	return { score, bits };
};
