/** The last change at each address that is not answered yet. */
const changing = new Map<string, Promise<unknown>>();

/**
 * Sends a change once the one before it at the same address is answered: of two requests on their way, the later one may
 * arrive first, and the earlier choice would be the one that stays.
 */
export const inTurn = <Answer>(address: string, change: () => Promise<Answer>): Promise<Answer> => {
	const before = changing.get(address);
	const own = before ? before.then(change, change) : change();
	changing.set(address, own);
	const end = () => {
		if (changing.get(address) === own) changing.delete(address);
	};
	own.then(end, end);
	return own;
};
