/** A wait must have brought this many records on average to be worth its time. */
const WORTH_RECORDS = 0.5;
/** A wait is weighted as much as this many before it. */
const AVERAGE_OF = 4;
/** This many commits skip the wait after waits in vain; twice as many after each further one in vain. */
const MIN_PAUSE = 64;
const MAX_PAUSE = 1024;

/**
 * Whether to wait until records fill a page of the disk. Events from many senders arrive meanwhile; a few senders that
 * wait for their answers send nothing, which only shows by trying.
 */
export const createPageWaits = () => {
	let average = 1;
	let pause = MIN_PAUSE;
	let commitsWithout = 0;
	return {
		/** Whether the current commit should wait. Called once for each that could. */
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
