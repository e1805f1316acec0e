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
	let score = 0;
	let bits = 0;
	const sign = (present: boolean, bit: number, weight: number) => {
		if (!present) return;
		score += weight;
		bits |= 1 << bit;
	};
	sign(webdriver, 0, 3);
	sign(!outerWidth && !outerHeight, 1, 2);
	sign(claimsDesktopChrome && !("chrome" in window), 2, 1);
	sign(claimsDesktopChrome && plugins?.length === 0, 4, 1);
	sign(!plugins, 9, 1);
	return { score, bits };
};
