import { z } from "zod";

/** Thrown for invalid environment variables; the message has a line for each. */
export class EnvironmentError extends Error {
	override name = "EnvironmentError";
}

/** Thrown when no server answers at the address in a variable, which may be temporary. */
export class UnreachableError extends EnvironmentError {
	override name = "UnreachableError";
}

/** An error for invalid variables, each as `NAME: what is wrong with it`. */
export const unusableVariables = (...faults: string[]): EnvironmentError =>
	new EnvironmentError(["Invalid configuration:", ...faults].join("\n  "));

/**
 * Checks environment variables against a schema. An empty value counts as absent, as in a compose file.
 * @throws EnvironmentError with the name of each invalid variable, what is wrong and what is accepted
 */
export const readEnvironment = <Schema extends z.ZodObject>(
	schema: Schema,
	environment: Readonly<Record<string, string | undefined>>,
): z.infer<Schema> => {
	const present = Object.fromEntries(
		Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
	);
	const checked = schema.safeParse(present);
	if (checked.success) return checked.data;
	throw unusableVariables(
		...checked.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
	);
};

/** A TCP port; 0 lets the system choose. */
export const port = z
	.string()
	.regex(/^\d{1,5}$/, "must be a port number from 0 to 65535")
	.transform(Number)
	.refine((value) => value <= 65535, "must be a port number from 0 to 65535");

/** `true`/`1`/`yes` or `false`/`0`/`no`. */
export const flag = z
	.string()
	.regex(/^(true|false|1|0|yes|no)$/i, "must be true or false")
	.transform((value) => /^(true|1|yes)$/i.test(value));
