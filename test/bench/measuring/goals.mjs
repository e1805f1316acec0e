/** The exit code of a bench that has measured all and missed a goal. One that could not measure exits with 1. */
export const GOAL_MISSED = 3;

/** Has the process exit accordingly. */
export const exitByGoals = (areReached) => {
	process.exitCode = areReached ? 0 : GOAL_MISSED;
};
