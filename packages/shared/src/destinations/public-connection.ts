import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** A server has an address of a private network where that is not permitted. */
export class PrivateAddressError extends Error {
	override name = "PrivateAddressError";
	constructor() {
		super(
			"its address is one of a private network, which this server does not permit (DESTINATION_PRIVATE_NETWORKS)",
		);
	}
}

/** Refuses a name if any of its addresses is not public. */
const publicLookup: LookupFunction = (name, options, found) => {
	lookup(name, { ...options, all: true }, (error, addresses) => {
		if (error) return found(error, "");
		if (!addresses.every(({ address }) => isPublicAddress(address)))
			return found(new PrivateAddressError(), "");
		if (options.all) return found(null, addresses);
		const [first] = addresses;
		found(null, first?.address ?? "", first?.family);
	});
};

/**
 * Options of a connection that goes to no address of a private network, whatever its host resolves to by then. It fails with
 * a PrivateAddressError otherwise.
 * @throws PrivateAddressError if the host is such an address
 */
export const publicConnection = (host: string): { lookup: LookupFunction } => {
	// Addresses are not looked up.
	if (isIP(host) > 0 && !isPublicAddress(host)) throw new PrivateAddressError();
	return { lookup: publicLookup };
};
