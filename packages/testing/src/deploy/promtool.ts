import { runProgram } from "./programs.ts";

/** What Prometheus' own linter has to say about the text of a `/metrics`; "" when all is well. */
export const metricsFaults = async (text: string): Promise<string> => {
	const { stdout, stderr, code } = await runProgram("promtool", ["check", "metrics"], {
		input: text,
	});
	const said = (stdout + stderr).trim();
	return said === "" && code !== 0 ? `promtool ended with ${code}` : said;
};

/** The names of all metrics of a `/metrics`, those of a histogram's series included. */
export const metricNames = (text: string): string[] =>
	[...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
		type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
	);
