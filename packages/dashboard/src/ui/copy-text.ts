/**
 * Copies a text; returns whether it succeeded. `navigator.clipboard` only exists on HTTPS and localhost; a product at
 * http://10.0.0.5 uses the older method.
 */
export const copyText = async (text: string): Promise<boolean> => {
	if (navigator.clipboard)
		return navigator.clipboard.writeText(text).then(
			() => true,
			() => false,
		);
	const area = document.createElement("textarea");
	area.value = text;
	area.className = "vh";
	// While a modal dialog is open, nothing outside it can be selected.
	(document.querySelector("dialog[open]") ?? document.body).append(area);
	area.select();
	try {
		return document.execCommand("copy");
	} finally {
		area.remove();
	}
};
