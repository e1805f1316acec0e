import { EnvironmentError } from "@footfall/shared/environment";

/** Thrown for invalid content in a file that an operator named, with what to change. */
export class UnusableInputError extends EnvironmentError {
	override name = "UnusableInputError";
}
