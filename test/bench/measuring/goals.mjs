/** The exit code of a benchmark that ran to its end and missed a goal. One that could not measure exits with 1. */
export const GOAL_MISSED = 3;

/** Sets the exit code of the process accordingly. */
export const exitByGoals = (areReached) => {
	process.exitCode = areReached ? 0 : GOAL_MISSED;
};
