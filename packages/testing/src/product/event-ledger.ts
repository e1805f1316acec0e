/** What became of everything that came in, as `/metrics` tells it. */
export interface Accounts {
	received: number;
	stored: number;
	bot: number;
	duplicate: number;
	filtered: number;
	rejected: number;
	inFlight: number;
	/** What is received and has no outcome: 0 unless something is lost from sight. */
	unaccounted: number;
}

/** Reads the accounts of events or identifies from the text of `/metrics`; reasons are added up. */
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

/** Asks a gateway for its accounts. */
export const accountsAt = async (url: string, what?: "events" | "identifies"): Promise<Accounts> =>
	accountsOf(await (await fetch(`${url}/metrics`)).text(), what);
