/** The part of React that is used, so that the package needs none of React's types. */
declare module "react" {
	/** Calls back after mounting, and the returned function before the next call and on unmounting. */
	export const useEffect: (
		effect: () => undefined | (() => void),
		dependencies?: readonly unknown[],
	) => void;
	export const useCallback: <Callback>(
		callback: Callback,
		dependencies: readonly unknown[],
	) => Callback;
	export const useRef: <Value>(initial: Value) => { current: Value };
}
