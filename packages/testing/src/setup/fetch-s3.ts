import { missingS3, s3ServerFile } from "../s3/s3-distribution.ts";

/** Fetched once, because parallel test files would each fetch the S3 server. */
export default () => {
	if (missingS3() === undefined) s3ServerFile();
};
