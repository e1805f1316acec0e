import { readFileSync } from "node:fs";
import { cpuSecondsOf } from "./process-figures.mjs";

/** A process and all its descendants. Linux only. */
export const processTreeOf = (pid) => {
	const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
	return [pid, ...(children ? children.split(" ").flatMap((child) => processTreeOf(child)) : [])];
};

/** What such a tree has used so far: seconds of CPU, and bytes written to disks. Linux only. */
export const usedBy = (pid) => {
	const used = { cpuSeconds: 0, writtenBytes: 0 };
	for (const each of processTreeOf(pid)) {
		used.cpuSeconds += cpuSecondsOf(each);
		const io = readFileSync(`/proc/${each}/io`, "utf8");
		used.writtenBytes += Number(/^write_bytes: (\d+)/m.exec(io)?.[1]);
	}
	return used;
};

/** The memory of such a tree in MB; memory shared by several processes is counted once. Linux only. */
export const memoryMegabytesOf = (pid) =>
	processTreeOf(pid).reduce((sum, each) => {
		const rollup = readFileSync(`/proc/${each}/smaps_rollup`, "utf8");
		return sum + Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024;
	}, 0);
