/** The part of pino's interface that library packages need. Fields contain no address and no body. */
export interface Logger {
	info(fields: object, message: string): void;
	warn(fields: object, message: string): void;
	error(fields: object, message: string): void;
}

/** Logs nothing: for tools and tests. */
export const silentLogger: Logger = {
	info: () => undefined,
	warn: () => undefined,
	error: () => undefined,
};
