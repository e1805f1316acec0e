/** What this package asks of a logger; pino fits. */
export interface Logger {
	info(fields: object, message: string): void;
	warn(fields: object, message: string): void;
	error(fields: object, message: string): void;
}
