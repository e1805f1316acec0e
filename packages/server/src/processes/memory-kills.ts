import { readFileSync } from "node:fs";

/** How many processes of this machine the kernel has killed for want of memory; 0 where it does not tell. */
export const memoryKills = (): number => {
	try {
		return Number(/^oom_kill (\d+)$/m.exec(readFileSync("/proc/vmstat", "utf8"))?.[1] ?? 0);
	} catch {
		return 0;
	}
};
