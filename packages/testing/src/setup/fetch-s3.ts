import { missingS3, s3ServerFile } from "../s3/s3-distribution.ts";

/** Test files that run side by side would fetch the S3 server each. */
export default () => {
	if (missingS3() === undefined) s3ServerFile();
};
