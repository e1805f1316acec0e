import { readFileSync } from "node:fs";
import { childrenOf } from "./process-tree.ts";

const residentOf = (pid: number): number =>
	Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** Resident memory of a process and its descendants, in MB. Linux only. */
export const residentMegabytes = (pid: number): number =>
	childrenOf(pid).reduce((sum, child) => sum + residentMegabytes(child), residentOf(pid));

/** Samples it often, and keeps the peak. */
export const watchResidentMegabytes = (pid: number) => {
	let most = residentMegabytes(pid);
	const looking = setInterval(() => {
		most = Math.max(most, residentMegabytes(pid));
	}, 100);
	return { most: () => most, stop: () => clearInterval(looking) };
};
