import { EnvironmentError } from "@footfall/shared/environment";

/** Thrown for a file that an operator named and whose content is not what it has to be, with what to change in it. */
export class UnusableInputError extends EnvironmentError {
	override name = "UnusableInputError";
}
