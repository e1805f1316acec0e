import { EnvironmentError } from "@footfall/shared/environment";

const FAULTS: Readonly<Record<string, string>> = {
	ENOENT: "the file or directory does not exist",
	EACCES: "permission denied; change its permissions, or run the command as another user",
	EPERM: "permission denied; change its permissions, or run the command as another user",
	ENOTDIR: "a part of the path is a file, not a directory",
	EISDIR: "it is a directory",
	ENOSPC: "the disk is full; free up space and run the command again",
	EDQUOT: "the disk quota is used up; free up space and run the command again",
	EFBIG: "the file would exceed the size limit; raise the limit, or write to another disk",
	EROFS: "the disk is read-only",
	EIO: "the disk reports an I/O error",
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
