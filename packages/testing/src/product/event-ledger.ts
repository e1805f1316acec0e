/** The outcomes of all received events, from `/metrics`. */
export interface Accounts {
	received: number;
	stored: number;
	bot: number;
	duplicate: number;
	filtered: number;
	rejected: number;
	inFlight: number;
	/** Received events without an outcome: 0 unless something was lost. */
	unaccounted: number;
}

/** Reads the counters of events or identifies from the text of `/metrics`; reasons are added up. */
export const accountsOf = (text: string, what: "events" | "identifies" = "events"): Accounts => {
	const sum = (name: string) =>
		text
			.split("\n")
			.filter((line) => new RegExp(`^footfall_${what}_${name}[ {]`).test(line))
			.reduce((total, line) => total + Number(line.split(" ").at(-1)), 0);
	const received = sum("received_total");
	const parts = {
		stored: sum("stored_total"),
		bot: sum("bot_total"),
		duplicate: sum("duplicate_total"),
		filtered: sum("filtered_total"),
		rejected: sum("rejected_total"),
		inFlight: sum("in_flight"),
	};
	const accounted = Object.values(parts).reduce((total, part) => total + part, 0);
	return { received, ...parts, unaccounted: received - accounted };
};

/** Fetches the counters of a gateway. */
export const accountsAt = async (url: string, what?: "events" | "identifies"): Promise<Accounts> =>
	accountsOf(await (await fetch(`${url}/metrics`)).text(), what);
