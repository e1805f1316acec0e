import { useEffect, useState } from "preact/hooks";

/** Subscribes to a value outside components. */
export const useSyncExternalStore = <Value>(
	subscribe: (listener: () => void) => () => void,
	read: () => Value,
): Value => {
	const [value, setValue] = useState(read);
	useEffect(() => {
		const onChange = () => setValue(read);
		// It may have changed between the render and this effect.
		onChange();
		return subscribe(onChange);
	}, []);
	return value;
};

/** Whether a media query matches. */
export const useMedia = (query: string): boolean =>
	useSyncExternalStore(
		(listener) => {
			const list = matchMedia(query);
			list.addEventListener("change", listener);
			return () => list.removeEventListener("change", listener);
		},
		() => matchMedia(query).matches,
	);
