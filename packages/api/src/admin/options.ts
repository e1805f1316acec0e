import { AdminError } from "./admin-error.ts";
import type { Options } from "./dependencies.ts";

/** @throws AdminError where an option is missing */
export const required = (options: Options, name: string): string => {
	const value = options[name];
	if (typeof value !== "string" || value === "") throw new AdminError(`--${name} is missing`);
	return value;
};

export const optional = (options: Options, name: string): string | undefined => {
	const value = options[name];
	return typeof value === "string" && value !== "" ? value : undefined;
};

/** @throws AdminError unless the operator confirmed what cannot be undone */
export const requireConfirmed = (options: Options, what: string): void => {
	if (options["yes"] !== true)
		throw new AdminError(`This removes ${what} for good. Add --yes to do it`);
};
