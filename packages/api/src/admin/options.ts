import { AdminError } from "./admin-error.ts";
import type { AdminOptions } from "./dependencies.ts";

/** @throws AdminError where an option is missing */
export const required = (options: AdminOptions, name: string): string => {
	const value = options[name];
	if (typeof value !== "string" || value === "") throw new AdminError(`--${name} is missing`);
	return value;
};

export const optional = (options: AdminOptions, name: string): string | undefined => {
	const value = options[name];
	return typeof value === "string" && value !== "" ? value : undefined;
};

/** @throws AdminError unless the operator confirmed an irreversible command */
export const requireConfirmed = (options: AdminOptions, what: string): void => {
	if (options["yes"] !== true)
		throw new AdminError(`This removes ${what} for good. Add --yes to do it`);
};
