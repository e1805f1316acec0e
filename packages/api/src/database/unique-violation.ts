/** Whether a statement failed because another row already has the value. */
export const isUniqueViolation = (error: unknown): boolean =>
	error instanceof Error && (error as { code?: unknown }).code === "23505";

/** For `catch`: throws this error for a unique violation, and rethrows any other. */
export const onUniqueViolation =
	(conflict: () => Error) =>
	(error: unknown): never => {
		throw isUniqueViolation(error) ? conflict() : error;
	};
