const REFUSED = /^\s*q\s*=\s*0(\.0*)?\s*$/i;

/** Whether an `Accept-Encoding` header accepts an encoding. */
export const acceptsEncoding = (header: string | undefined, encoding: string): boolean =>
	(header ?? "").split(",").some((part) => {
		const [name = "", ...parameters] = part.split(";");
		return name.trim().toLowerCase() === encoding && !parameters.some((one) => REFUSED.test(one));
	});
