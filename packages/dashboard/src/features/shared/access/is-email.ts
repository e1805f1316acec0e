const EMAIL = /^[^@\s]+@[^@\s.][^@\s]*$/;

/** Whether mail could go there; the api has the last word. */
export const isEmail = (text: string): boolean => {
	const address = text.trim();
	const dot = address.lastIndexOf(".");
	return EMAIL.test(address) && dot > address.indexOf("@") && dot < address.length - 1;
};
