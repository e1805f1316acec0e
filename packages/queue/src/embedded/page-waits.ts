/** A wait must have brought this many records on average to be worth its time. */
const WORTH_RECORDS = 0.5;
/** A wait counts as much as so many before it. */
const AVERAGE_OF = 4;
/** So many commits do without after waits in vain; twice as many each time that one more is in vain. */
const MIN_PAUSE = 64;
const MAX_PAUSE = 1024;

/**
 * Whether to wait until records fill a page of the disk. Events of many senders come in meanwhile; a few senders that wait
 * for their answers send nothing, which shows only when it is tried.
 */
export const createPageWaits = () => {
	let average = 1;
	let pause = MIN_PAUSE;
	let commitsWithout = 0;
	return {
		/** Whether the present commit is to wait. Called once for each that could. */
		isNext: (): boolean => {
			if (commitsWithout === 0) return true;
			commitsWithout--;
			return false;
		},
		/** Called when a wait is over, with the number of records that it brought. */
		gained: (records: number): void => {
			average += (records - average) / AVERAGE_OF;
			if (average >= WORTH_RECORDS) {
				pause = MIN_PAUSE;
				return;
			}
			average = WORTH_RECORDS;
			commitsWithout = pause;
			pause = Math.min(2 * pause, MAX_PAUSE);
		},
	};
};
