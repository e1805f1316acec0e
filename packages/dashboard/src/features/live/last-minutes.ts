/** The period of the last minutes, instead of the one that the address names. */
export const lastMinutes = (minutes: number) => ({
	// An empty text takes a parameter away.
	start_date: "",
	end_date: "",
	past_minutes_start: minutes,
	past_minutes_end: 0,
});
