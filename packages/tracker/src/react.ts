import { useCallback, useEffect, useRef } from "react";
import { type AnalyticsOptions, type EventName, event, mountAnalytics } from "./auto.ts";
import type { PropertiesArgument } from "./core/calls.ts";

/** Counts for as long as it is mounted, and renders nothing. Put one into the application's root. */
export const Analytics = (options: AnalyticsOptions): null => {
	const first = useRef(options);
	useEffect(() => mountAnalytics(first.current), []);
	return null;
};

/**
 * A handler that sends an event with these properties, whatever it is called with. It stays the same function while
 * the name does, and sends the properties of the last render.
 */
export const useEvent = <Name extends EventName>(
	name: Name,
	...properties: PropertiesArgument<Name>
): (() => void) => {
	const latest = useRef(properties);
	useEffect(() => {
		latest.current = properties;
	});
	return useCallback(() => event(name, ...latest.current), [name]);
};
