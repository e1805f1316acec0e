/** Whether a statement failed because another row already has the value. */
export const isUniqueViolation = (error: unknown): boolean =>
	error instanceof Error && (error as { code?: unknown }).code === "23505";
