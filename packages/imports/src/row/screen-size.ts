/** `1920x1080`, or the width alone, as a screen's size. */
export const sizeOf = (text: string): { screenWidth?: number; screenHeight?: number } => {
	const [, width, height] = /^(\d{1,5})(?:[x×, ]+(\d{1,5}))?/.exec(text) ?? [];
	if (width === undefined) return {};
	return {
		screenWidth: Number(width),
		...(height !== undefined && { screenHeight: Number(height) }),
	};
};
