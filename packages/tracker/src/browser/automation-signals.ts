/** The client's own suspicion: a score from 0 to 10, and a bit for each signal that was seen. */
export interface AutomationSignals {
	_bs: number;
	_bsm: number;
}

/**
 * Signs of a browser without a person. Only `navigator.webdriver` scores here (3 makes a bot); the others have
 * innocent causes, some in whole families of browsers, and the gateway weighs them by the user agent.
 */
export const automationSignals = (): AutomationSignals => {
	const isDriven = navigator.webdriver ? 1 : 0;
	// Bit 3 is that of a software renderer: reading it would cost the page a graphics context.
	let mask = isDriven;
	if (!outerWidth && !outerHeight) mask += 2;
	// The plugins are asked for only where there is a doubt: their list comes from another process.
	if (!("chrome" in window)) mask += navigator.plugins?.length ? 4 : 20;
	return { _bs: 3 * isDriven, _bsm: mask };
};
