/** A note about a bucket, or a deployment in it. */
export interface Annotation {
	id: string;
	/** Index of the bucket. */
	index: number;
	kind: "note" | "deploy";
	name: string;
	/** Where to read more. */
	url?: string;
}

/** Annotations that are drawn as one diamond, or as a triangle if a deployment is among them. */
export interface AnnotationMark {
	/** 0 to 1, from the left edge of the plot. */
	share: number;
	annotations: readonly Annotation[];
	kind: Annotation["kind"];
	/** The text beside the diamond: the name if it fits, else the count if there are several. */
	text: string;
	side: "left" | "right";
}

/** Diamonds closer than this would merge into one. */
const TOUCHING_PX = 16;
const DIAMOND_PX = 12;

/** The part of the plot's width that is left of a bucket. */
export const shareOf = (index: number, buckets: number): number =>
	buckets > 1 ? index / (buckets - 1) : 0.5;

const joined = (sorted: readonly Annotation[], buckets: number, width: number): Annotation[][] => {
	const groups: Annotation[][] = [];
	for (const annotation of sorted) {
		const group = groups.at(-1);
		const first = group?.[0];
		const distance =
			first && (shareOf(annotation.index, buckets) - shareOf(first.index, buckets)) * width;
		if (group && distance !== undefined && distance < TOUCHING_PX) group.push(annotation);
		else groups.push([annotation]);
	}
	return groups;
};

/**
 * One diamond for annotations that would touch, with names where they fit before the next one.
 * @param widthOf a text, in pixels
 */
export const placeAnnotations = (
	annotations: readonly Annotation[],
	{ buckets, width }: { buckets: number; width: number },
	widthOf: (text: string) => number,
): AnnotationMark[] => {
	const sorted = annotations
		.filter(({ index }) => index >= 0 && index < buckets)
		.sort((one, other) => one.index - other.index);
	const groups = joined(sorted, buckets, width).map((group) => ({
		group,
		share: shareOf(group[0]?.index ?? 0, buckets),
	}));
	/** Where the text of the previous mark ends. */
	let taken = 0;
	return groups.map(({ group, share }, position) => {
		const x = share * width;
		const next = groups[position + 1];
		const end = next ? next.share * width - DIAMOND_PX : width;
		const more = group.length > 1 ? ` +${group.length - 1}` : "";
		const full = `${group[0]?.name ?? ""}${more}`;
		const short = group.length > 1 ? String(group.length) : "";
		const needed = DIAMOND_PX + widthOf(full);
		const fitsRight = x + needed <= end;
		const fitsLeft = !fitsRight && x - needed >= taken;
		const side = fitsLeft || (!fitsRight && !next && short !== "") ? "left" : "right";
		const text = fitsRight || fitsLeft ? full : short;
		taken = side === "right" ? x + DIAMOND_PX + widthOf(text) : x + DIAMOND_PX;
		const kind = group.some((one) => one.kind === "deploy") ? "deploy" : "note";
		return { share, annotations: group, kind, text, side };
	});
};
