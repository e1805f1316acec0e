import { runProgram } from "./programs.ts";

/** The errors of Prometheus' own linter in the text of a `/metrics`; "" if there are none. */
export const metricsFaults = async (text: string): Promise<string> => {
	const { stdout, stderr, code } = await runProgram("promtool", ["check", "metrics"], {
		input: text,
	});
	const said = (stdout + stderr).trim();
	return said === "" && code !== 0 ? `promtool ended with ${code}` : said;
};

/** The names of all metrics of a `/metrics`, including those of a histogram's series. */
export const metricNames = (text: string): string[] =>
	[...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
		type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
	);
