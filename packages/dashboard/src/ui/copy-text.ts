/** Whether the text is in the clipboard now. `navigator.clipboard` is there on HTTPS and localhost alone; a product at http://10.0.0.5 has the older way. */
export const copyText = async (text: string): Promise<boolean> => {
	if (navigator.clipboard)
		return navigator.clipboard.writeText(text).then(
			() => true,
			() => false,
		);
	const area = document.createElement("textarea");
	area.value = text;
	area.className = "vh";
	// Inside a modal dialog nothing outside it can be selected.
	(document.querySelector("dialog[open]") ?? document.body).append(area);
	area.select();
	try {
		return document.execCommand("copy");
	} finally {
		area.remove();
	}
};
