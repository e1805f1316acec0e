/** Pauses that can all be ended at once, for good. */
export interface Pauses {
	/** Resolves to `true` after the time, to `false` as soon as pauses are over. */
	pause(ms: number): Promise<boolean>;
	end(): void;
}

export const createPauses = (): Pauses => {
	let over = false;
	const enders = new Set<() => void>();
	return {
		pause: (ms) =>
			new Promise((resolve) => {
				if (over) return resolve(false);
				const finish = (goesOn: boolean) => {
					clearTimeout(timer);
					enders.delete(end);
					resolve(goesOn);
				};
				const end = () => finish(false);
				const timer = setTimeout(() => finish(true), ms);
				enders.add(end);
			}),
		end: () => {
			over = true;
			for (const end of [...enders]) end();
		},
	};
};
