import { createContext } from "preact";
import { useContext, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { type Address, addressOf, carried, changed, NO_STATE, searchOf } from "./address.ts";
import { basePath, currentPlace, isOwnPath } from "./current-place.ts";
import { type Destination, destinationOf, pathOf } from "./destination.ts";

/** Pages of the product that are not part of the dashboard. */
const ELSEWHERE = /^\/(api|demo)(\/|$)/;

export interface Location {
	destination: Destination;
	address: Address;
	/** The path below the base and the query, for returning to this view. */
	here: string;
	/** Goes to a path below the base. Each change is a history entry, unless it replaces the current one. */
	go(target: string, options?: { replaces?: boolean }): void;
	/** Goes to another page with the same view, changed. */
	goTo(destination: Destination, change?: Partial<Address>): void;
	/** Changes the view on this page. Changes while typing replace their own history entry. */
	change(change: Partial<Address>, options?: { replaces?: boolean }): void;
	/** The link to a page with the same view, changed. */
	linkTo(destination: Destination, change?: Partial<Address>): string;
}

/** Path and query below the base. The view is kept within a site. */
const targetOf = (
	destination: Destination,
	address: Address,
	change: Partial<Address> = {},
): string =>
	pathOf(destination) +
	(destination.to === "site" ? searchOf({ ...carried(address), ...change }) : "");

/** The link within the product that a plain click follows: not one that opens another tab or window. */
export const clickedLink = (click: MouseEvent): HTMLAnchorElement | undefined => {
	if (click.defaultPrevented || click.button !== 0) return undefined;
	if (click.ctrlKey || click.metaKey || click.altKey || click.shiftKey) return undefined;
	const link = click.composedPath().find((node) => node instanceof HTMLAnchorElement);
	if (!link || link.origin !== location.origin) return undefined;
	return link.target === "" || link.target === "_self" ? link : undefined;
};

const followable = (click: MouseEvent): HTMLAnchorElement | undefined => {
	const link = clickedLink(click);
	if (!link || link.getAttribute("href")?.startsWith("#")) return undefined;
	const base = basePath();
	if (!isOwnPath(link.pathname, base)) return undefined;
	return ELSEWHERE.test(link.pathname.slice(base.length)) ? undefined : link;
};

/** Follows the browser's URL. Used once, at the root of the app; everything below uses {@link useAddress}. */
export const useLocation = (timeZone: () => string): Location => {
	const [at, setAt] = useState(currentPlace);
	useLayoutEffect(() => {
		const onMove = () => setAt(currentPlace());
		const onClick = (click: MouseEvent) => {
			const link = followable(click);
			if (!link) return;
			click.preventDefault();
			if (link.href !== location.href) history.pushState(null, "", link.href);
			onMove();
		};
		addEventListener("popstate", onMove);
		document.addEventListener("click", onClick);
		return () => {
			removeEventListener("popstate", onMove);
			document.removeEventListener("click", onClick);
		};
	}, []);
	return useMemo(() => {
		const destination = destinationOf(at.path);
		const address = addressOf(at.search);
		// The query of other pages belongs to those pages.
		const takenAlong = destination.to === "site" ? address : NO_STATE;
		const go: Location["go"] = (target, { replaces = false } = {}) => {
			const url = basePath() + target;
			if (replaces) history.replaceState(null, "", url);
			else history.pushState(null, "", url);
			setAt(currentPlace());
		};
		return {
			destination,
			address,
			here: at.path + at.search,
			go,
			// Only pages of a site show times that another reader must see in the same zone.
			change: (change, options) => {
				const pinned = destination.to === "site" ? timeZone() : undefined;
				go(at.path + searchOf(changed(address, change, pinned)), options);
			},
			goTo: (to, change) => go(targetOf(to, takenAlong, change)),
			linkTo: (to, change) => basePath() + targetOf(to, takenAlong, change),
		};
	}, [at]);
};

export const LocationContext = createContext<Location | undefined>(undefined);

export const useAddress = (): Location => {
	const found = useContext(LocationContext);
	if (!found) throw new Error("useAddress is for components below the app");
	return found;
};
