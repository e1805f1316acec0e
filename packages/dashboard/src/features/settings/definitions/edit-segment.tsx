import { useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { joinIsolated } from "../../../i18n/isolated.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { filterText } from "../../../layout/text/filter-text.ts";
import { useWrite } from "../../../layout/write/use-write.ts";
import { addressFilterOfSaved, savedFilterOf } from "../../../router/filters.ts";
import { useAddress } from "../../../router/use-address.ts";
import { CheckField, TextField } from "../../../ui/form/field.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { FailureLine } from "../frame/section.tsx";
import css from "./definitions.module.css";
import { changeSegment, type ListedSegment } from "./segments.ts";
import { VisibilityFields } from "./visibility-fields.tsx";

type SavedFilters = ListedSegment["filters"];

/** A filter of a segment in words; in its stored form if the dashboard does not support its type. */
export const useSavedFilterText = () => {
	const wording = useWording();
	return (filter: SavedFilters[number]): string => {
		const read = addressFilterOfSaved(filter);
		return read
			? filterText(read, wording).whole
			: joinIsolated([filter.parameter, filter.type, ...filter.value], " ");
	};
};

/** Changes a segment's name, filters and visibility. */
export const EditSegment = ({ segment, onClose }: { segment: ListedSegment; onClose(): void }) => {
	const { words } = useWording();
	const texts = useAreaWords("sharing");
	const { site } = useSiteView();
	const { address } = useAddress();
	const textOf = useSavedFilterText();
	const [name, setName] = useState(segment.name);
	const [description, setDescription] = useState(segment.description ?? "");
	const [filters, setFilters] = useState<SavedFilters>(segment.filters);
	const [isPublic, setIsPublic] = useState(segment.isPublic);
	const [isForAll, setIsForAll] = useState(segment.siteId === null);
	const [takesAddress, setTakesAddress] = useState(false);
	const { isBusy, failure, write } = useWrite();
	const isNamed = name.trim() !== "";
	const save = () =>
		write(async () => {
			const taken = takesAddress ? (address.filters.map(savedFilterOf) as SavedFilters) : filters;
			await changeSegment(site.id, segment, {
				name: name.trim(),
				description: description.trim() || null,
				filters: taken,
				isPublic,
				...(isForAll !== (segment.siteId === null) && {
					scope: isForAll ? "organization" : "site",
				}),
			});
			toast(texts.segments.changed);
			onClose();
		});
	return (
		<FormDialog
			title={texts.segments.editTitle}
			action={texts.definitions.save}
			isReady={isNamed && !isBusy}
			onSubmit={() => {
				if (isNamed) void save();
			}}
			onClose={onClose}
		>
			<TextField
				label={words.filter.segmentName}
				value={name}
				maxLength={80}
				error={isNamed ? undefined : texts.definitions.nameBad}
				onInput={({ currentTarget }) => setName(currentTarget.value)}
			/>
			<TextField
				label={texts.definitions.description}
				value={description}
				maxLength={500}
				onInput={({ currentTarget }) => setDescription(currentTarget.value)}
			/>
			<div class={css["field"]}>
				<h3>{words.filter.label}</h3>
				<ul class={css["filters"]}>
					{filters.map((filter) => (
						<li key={textOf(filter)}>
							<span>{textOf(filter)}</span>
							{filters.length > 1 && (
								<button
									type="button"
									class="link end"
									aria-label={words.filter.remove(textOf(filter))}
									onClick={() => setFilters(filters.filter((one) => one !== filter))}
								>
									{texts.definitions.remove}
								</button>
							)}
						</li>
					))}
				</ul>
				{address.filters.length > 0 ? (
					<CheckField
						label={texts.segments.takeAddress(
							address.filters.map((filter) => textOf(savedFilterOf(filter) as never)).join(", "),
						)}
						checked={takesAddress}
						onChange={({ currentTarget }) => setTakesAddress(currentTarget.checked)}
					/>
				) : (
					<p class="mut">{texts.segments.otherFilters}</p>
				)}
			</div>
			<VisibilityFields
				isPublic={isPublic}
				isForAll={isForAll}
				onChange={(change) => {
					if (change.isPublic !== undefined) setIsPublic(change.isPublic);
					if (change.isForAll !== undefined) setIsForAll(change.isForAll);
				}}
			/>
			{failure && <FailureLine failure={failure} />}
		</FormDialog>
	);
};
