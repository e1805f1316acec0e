/** The period of the last minutes, instead of the one in the URL. */
export const lastMinutes = (minutes: number) => ({
	// An empty value removes a parameter.
	start_date: "",
	end_date: "",
	past_minutes_start: minutes,
	past_minutes_end: 0,
});
