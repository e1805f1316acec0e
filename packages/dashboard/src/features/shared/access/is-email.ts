const EMAIL = /^[^@\s]+@[^@\s.][^@\s]*$/;

/** Whether a text looks like an e-mail address; the API validates it for good. */
export const isEmail = (text: string): boolean => {
	const address = text.trim();
	const dot = address.lastIndexOf(".");
	return EMAIL.test(address) && dot > address.indexOf("@") && dot < address.length - 1;
};
