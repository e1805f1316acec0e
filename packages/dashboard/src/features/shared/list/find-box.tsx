import { useEffect, useRef, useState } from "preact/hooks";
import { MAX_FIND_LENGTH } from "../../../router/address.ts";
import { BareInput } from "../../../ui/form/field.tsx";

interface FindBoxProps {
	label: string;
	find: string;
	/** `isSame`: the text continues the previous one, so it needs no history entry of its own. */
	onFind(find: string, isSame: boolean): void;
}

/** Somebody who types fluently sends only the last of a few letters. */
const PAUSE_MS = 100;

/** Searches a table as the viewer types, after a pause. */
export const FindBox = ({ label, find, onFind }: FindBoxProps) => {
	const [text, setText] = useState(find);
	const sent = useRef(find);
	// Navigation back and "Clear search" change it from outside.
	useEffect(() => {
		if (find === sent.current) return;
		sent.current = find;
		setText(find);
	}, [find]);
	useEffect(() => {
		if (text.trim() === sent.current) return undefined;
		const timer = setTimeout(() => {
			const isSame = sent.current !== "";
			sent.current = text.trim();
			onFind(sent.current, isSame);
		}, PAUSE_MS);
		return () => clearTimeout(timer);
	}, [text]);
	return (
		<BareInput
			type="search"
			label={label}
			placeholder={label}
			value={text}
			maxLength={MAX_FIND_LENGTH}
			onInput={({ currentTarget }) => setText(currentTarget.value)}
		/>
	);
};
