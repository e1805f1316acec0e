import { EnvironmentError } from "@footfall/shared/environment";

const FAULTS: Readonly<Record<string, string>> = {
	ENOENT: "there is no such file or directory",
	EACCES: "this user may not open it; change its rights, or run the command as another user",
	EPERM: "this user may not open it; change its rights, or run the command as another user",
	ENOTDIR: "a part of the path is a file and no directory",
	EISDIR: "it is a directory",
	ENOSPC: "the disk is full; make room and run the command again",
	EDQUOT: "the disk's quota is used up; make room and run the command again",
	EFBIG: "the file may not become larger; raise the limit, or write to another disk",
	EROFS: "the disk can only be read",
	EIO: "the disk does not work",
};

/**
 * Turns a system error about a file into one that says what to do; any other error stays unchanged.
 * @param path of the file, in case the error lacks it
 */
export const fileFault = (error: unknown, path?: string): unknown => {
	if (!(error instanceof Error)) return error;
	const { code = "", path: named = path } = error as NodeJS.ErrnoException;
	const fault = Object.hasOwn(FAULTS, code) ? FAULTS[code] : undefined;
	return fault === undefined || named === undefined
		? error
		: new EnvironmentError(`${named}: ${fault}`);
};
