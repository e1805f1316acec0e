/** The sign-in created by a first start. */
export interface FirstSignIn {
	email: string;
	/** Absent when the operator chose it. */
	password?: string;
	apiKey: string;
}

/** The state of a ready process. */
export interface ReadyState {
	port?: number;
	firstStart?: FirstSignIn;
	siteId?: string;
	/** The token of the sign-in link, until somebody has signed in. */
	signInToken?: string;
}

/** From a child process to its parent. */
export interface ReadyMessage {
	ready: true;
	state?: ReadyState;
}

/** Whether another process of the product started this one and restarts it. */
export const isSupervised = (): boolean => process.send !== undefined;

const wasSupervised = isSupervised();

/** Whether the parent process is gone. */
export const isOrphaned = (): boolean => wasSupervised && !process.connected;
