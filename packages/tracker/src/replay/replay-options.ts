/** How a page is recorded. Passwords are never recorded, whatever the options. */
export interface ReplayOptions {
	/** Events per batch. Default: 250. */
	batchSize?: number;
	/** How long events wait for others, at least 1000. Default: 5000. */
	batchIntervalMs?: number;
	/** Whether typed text in fields and editable elements is replaced with asterisks. Default: true. */
	maskAllInputs?: boolean;
	/** Exceptions from `maskAllInputs`, by the type of an `input` or the tag name of another field. */
	maskInputOptions?: Readonly<Record<string, boolean>>;
	/** Text within elements of this class is replaced with asterisks. Default: `rr-mask`. */
	maskTextClass?: string;
	/** The same for these selectors. */
	maskTextSelectors?: readonly string[];
	/** Elements of this class are recorded as an empty box of their size. Default: `rr-block`. */
	blockClass?: string;
	/** The same for this selector. */
	blockSelector?: string;
	/** Text typed into elements of this class is not recorded, not even masked. Default: `rr-ignore`. */
	ignoreClass?: string;
	/** The same for this selector. */
	ignoreSelector?: string;
	/** Whether fonts that scripts add are recorded. Default: false. */
	collectFonts?: boolean;
	/** How often movements are recorded, as rrweb's `sampling`. */
	sampling?: Readonly<Record<string, unknown>>;
	/** Invisible parts of the page to leave out, as rrweb's `slimDOMOptions`. Default: all. */
	slimDomOptions?: boolean | "all" | Readonly<Record<string, boolean>>;
}

const text = (value: string) => value;
const number = (value: string) => (Number.isNaN(+value) ? undefined : +value);
const boolean = (value: string) => value !== "false";

const READERS: { readonly [Name in keyof ReplayOptions]-?: (value: string) => unknown } = {
	batchSize: number,
	batchIntervalMs: number,
	maskAllInputs: boolean,
	collectFonts: boolean,
	maskTextClass: text,
	blockClass: text,
	blockSelector: text,
	ignoreClass: text,
	ignoreSelector: text,
	maskInputOptions: JSON.parse,
	maskTextSelectors: JSON.parse,
	sampling: JSON.parse,
	slimDomOptions: JSON.parse,
};

/**
 * Reads the `data-replay-…` attributes of a script tag.
 * @throws Error that names the attribute with invalid JSON: recording nothing is better than recording text that should
 * be masked
 */
export const replayOptionsOfTag = (dataset: DOMStringMap): ReplayOptions => {
	const options: Record<string, unknown> = {};
	for (const [option, read] of Object.entries(READERS)) {
		const name = option.replace("Ms", "");
		const value = dataset[`replay${name.replace(/^./, (letter) => letter.toUpperCase())}`];
		if (value === undefined) continue;
		try {
			const setting = read(value);
			if (setting !== undefined) options[option] = setting;
		} catch {
			const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
			throw new Error(`footfall: data-replay-${attribute} has to be JSON`);
		}
	}
	return options;
};
