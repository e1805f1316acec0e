import type { ParameterValue } from "@footfall/store";

/** Values bound to one statement, by parameter name. */
export type Parameters = Record<string, ParameterValue>;

type BoundType = "String" | "Float64" | "UInt64" | "Int64" | "UInt32";

/** Binds a value to the statement and returns the `{name:Type}` that stands for it there. */
export type Bind = {
	(value: string | number, type: BoundType): string;
	(values: readonly (string | number)[], type: `Array(${BoundType})`): string;
};

/** A binder that names its parameters `p0`, `p1` …, behind a prefix, and writes them into `parameters`. */
export const createBinder = (parameters: Parameters, prefix = ""): Bind => {
	let count = 0;
	return (value: ParameterValue, type: string) => {
		const name = `${prefix}p${count++}`;
		parameters[name] = value;
		return `{${name}:${type}}`;
	};
};
