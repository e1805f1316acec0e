/** The client's bot score from 0 to 10, and a bit for each signal. */
export interface AutomationSignals {
	_bs: number;
	_bsm: number;
}

/**
 * Signals of automated browsers. Only `navigator.webdriver` scores here (3 makes a bot); the others also occur in
 * normal browsers, and the gateway weighs them by user agent.
 */
export const automationSignals = (): AutomationSignals => {
	const isDriven = navigator.webdriver ? 1 : 0;
	// Bit 3 is reserved for a software renderer; reading it would cost the page a graphics context.
	let mask = isDriven;
	if (!outerWidth && !outerHeight) mask += 2;
	// The plugins are read only in case of doubt, because their list comes from another process.
	if (!("chrome" in window)) mask += navigator.plugins?.length ? 4 : 20;
	return { _bs: 3 * isDriven, _bsm: mask };
};
