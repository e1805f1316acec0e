import { totalmem } from "node:os";

const MEBIBYTE = 1024 ** 2;

/** More does not make any report faster. */
const MOST = 2048 * MEBIBYTE;
/** With less, the engine rejects its own inserts. */
const LEAST = 640 * MEBIBYTE;
/** For the gateway, the process that supervises both, and the system itself. */
const FOR_OTHERS = 256 * MEBIBYTE;

/**
 * The memory, in bytes, that the process of an embedded engine may take: a statement that needs more fails; otherwise
 * the system would kill the process.
 * @param machine the machine's memory
 * @param container the limit of the process' container, 0 or absent for none
 */
export const engineMemory = (
	machine = totalmem(),
	container: number | undefined = process.constrainedMemory(),
): number => {
	const available = container ? Math.min(machine, container) : machine;
	return Math.max(LEAST, Math.min(MOST, available - FOR_OTHERS));
};
