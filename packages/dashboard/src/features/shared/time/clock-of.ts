const two = (value: number) => String(value).padStart(2, "0");

/** A position as players show it: `0:16`, `11:14`, `1:02:03`. */
export const clockOf = (seconds: number): string => {
	const whole = Math.max(0, Math.floor(seconds));
	const minutes = Math.floor(whole / 60);
	if (minutes < 60) return `${minutes}:${two(whole % 60)}`;
	return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
};
