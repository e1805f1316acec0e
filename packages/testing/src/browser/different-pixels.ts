import type { Page } from "playwright-core";

/** The share of visibly different pixels of two PNG pictures of the same size, from 0 to 1. */
export const differentPixels = (page: Page, one: Buffer, other: Buffer): Promise<number> =>
	page.evaluate(
		async (pictures) => {
			const [first, second] = await Promise.all(
				pictures.map(async (picture) => {
					const bitmap = await createImageBitmap(
						await (await fetch(`data:image/png;base64,${picture}`)).blob(),
					);
					const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
					const context = canvas.getContext("2d");
					context?.drawImage(bitmap, 0, 0);
					return context?.getImageData(0, 0, bitmap.width, bitmap.height);
				}),
			);
			if (!first || !second || first.width !== second.width || first.height !== second.height)
				throw new Error("pictures of different sizes");
			const pixels = first.width * first.height;
			let different = 0;
			for (let pixel = 0; pixel < pixels; pixel++) {
				const contrasts = [0, 1, 2].map((channel) =>
					Math.abs(
						(first.data[4 * pixel + channel] ?? 0) - (second.data[4 * pixel + channel] ?? 0),
					),
				);
				if (Math.max(...contrasts) > 32) different++;
			}
			return different / pixels;
		},
		[one, other].map((picture) => picture.toString("base64")),
	);
