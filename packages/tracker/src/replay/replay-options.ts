/** How a page is recorded. Whatever they say, what is typed into password fields never is. */
export interface ReplayOptions {
	/** So many events are sent together; 250 when absent. */
	batchSize?: number;
	/** So long events wait for others, at least 1000; 5000 when absent. */
	batchIntervalMs?: number;
	/** Whether typed text in fields and editable elements is replaced by asterisks; true when absent. */
	maskAllInputs?: boolean;
	/** Exceptions from `maskAllInputs`, by the type of an `input` or the name of another field's element. */
	maskInputOptions?: Readonly<Record<string, boolean>>;
	/** Text within elements of this class is replaced by asterisks; `rr-mask` when absent. */
	maskTextClass?: string;
	/** The same for what these selectors find. */
	maskTextSelectors?: readonly string[];
	/** Elements of this class are recorded as an empty box of their size; `rr-block` when absent. */
	blockClass?: string;
	/** The same for what this selector finds. */
	blockSelector?: string;
	/** Text typed into elements of this class is not recorded, not even masked; `rr-ignore` when absent. */
	ignoreClass?: string;
	/** The same for what this selector finds. */
	ignoreSelector?: string;
	/** Whether fonts that scripts add are recorded; false when absent. */
	collectFonts?: boolean;
	/** How often movements are written down, as rrweb's `sampling`. */
	sampling?: Readonly<Record<string, unknown>>;
	/** Invisible parts of the page to leave out, as rrweb's `slimDOMOptions`; all of them when absent. */
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
 * @throws Error that names the attribute whose value is no JSON: to record what was to be masked would be worse than to
 * record nothing
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
