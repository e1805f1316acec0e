/** The client's own suspicion: a score from 0 to 10, and a bit for each signal that was seen. */
export interface AutomationSignals {
	_bs: number;
	_bsm: number;
}

/**
 * Signs of a browser without a person. One certain sign reaches the score at which the gateway takes the client for a
 * bot (3); the others have innocent causes, and only together do they.
 */
export const automationSignals = (): AutomationSignals => {
	const { userAgent, webdriver } = navigator;
	const claimsDesktopChrome = /Chrome\/(?!.*Mobile)/.test(userAgent);
	const isDriven = +!!webdriver;
	const isWindowless = +(!outerWidth && !outerHeight);
	const isNoChrome = +(claimsDesktopChrome && !("chrome" in window));
	// Asked for only where there is a doubt: the list of plugins comes from another process.
	const hasNoPlugins = +(isNoChrome > 0 && !navigator.plugins?.length);
	return {
		_bs: 3 * isDriven + isWindowless + isNoChrome + hasNoPlugins,
		// Bit 3 is that of a software renderer: to ask for it would cost the page a graphics context.
		_bsm: isDriven + 2 * isWindowless + 4 * isNoChrome + 16 * hasNoPlugins,
	};
};
