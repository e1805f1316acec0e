import { readFileSync } from "node:fs";

/** The process ids of the roles that a supervisor runs, `gateway` and `backend`, by name. Linux only. */
export const rolesOf = (supervisor) => {
	const children = readFileSync(`/proc/${supervisor}/task/${supervisor}/children`, "utf8");
	return new Map(
		children
			.trim()
			.split(" ")
			.flatMap((pid) => {
				const role = readFileSync(`/proc/${pid}/cmdline`, "utf8")
					.split("\0")
					.find((word) => /^(gateway|backend)$/.test(word));
				return role === undefined ? [] : [[role, Number(pid)]];
			}),
	);
};

/** User and system CPU time of a process in seconds; the kernel counts hundredths. Linux only. */
export const cpuSecondsOf = (pid) => {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
	return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** Resident memory of a process in MB. Linux only. */
export const residentMegabytesOf = (pid) =>
	Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/**
 * The same in two parts: the process's private memory, and what it shares with files (programs, libraries, the mapped
 * part of the queue's file), which the system reclaims when it needs it. Linux only.
 */
export const residentPartsOf = (pid) => {
	const status = readFileSync(`/proc/${pid}/status`, "utf8");
	const megabytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
	return { anonymous: megabytes("RssAnon"), files: megabytes("RssFile") };
};
