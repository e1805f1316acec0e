/** The sign-in that a first start makes. */
export interface FirstSignIn {
	email: string;
	/** Absent when the operator chose it. */
	password?: string;
	apiKey: string;
}

/** The state of a process that is ready. */
export interface ReadyState {
	port?: number;
	firstStart?: FirstSignIn;
	siteId?: string;
	/** The token of the sign-in link, until somebody has signed in. */
	signInToken?: string;
}

/** From a child process to the one that started it. */
export interface ReadyMessage {
	ready: true;
	state?: ReadyState;
}

/** Whether another process of the product started this one and starts it again. */
export const isSupervised = (): boolean => process.send !== undefined;

const wasSupervised = isSupervised();

/** Whether the process that started this one is gone. */
export const isOrphaned = (): boolean => wasSupervised && !process.connected;
